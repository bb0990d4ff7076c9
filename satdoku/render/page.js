const shown = [...document.querySelectorAll("section")], slider = document.querySelector("input");
function show(k) {
  k = Math.max(0, Math.min(shown.length - 1, k));
  shown.forEach((part, i) => part.classList.toggle("shown", i === k));
  slider.value = k;
  document.querySelector("output").textContent = (k + 1) + " of " + shown.length;
}
document.querySelector("#back").onclick = () => show(+slider.value - 1);
document.querySelector("#on").onclick = () => show(+slider.value + 1);
slider.oninput = () => show(+slider.value);
document.onkeydown = (event) => {
  if (event.key === "ArrowRight") show(+slider.value + 1);
  if (event.key === "ArrowLeft") show(+slider.value - 1);
};
show(0);
