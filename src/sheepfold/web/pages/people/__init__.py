"""Pages of people: signing up and in, profiles, settings, links from mails."""
