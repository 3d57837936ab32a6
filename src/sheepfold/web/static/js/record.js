// A record from a file, into the form.
const file = document.getElementById("file");
file.parentElement.hidden = false;
file.addEventListener("change", async () => {
  if (file.files.length) document.getElementById("record").value = await file.files[0].text();
});
