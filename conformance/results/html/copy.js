"use strict";
// A button copies the text before it.
addEventListener("click", (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const code = button.previousElementSibling;
  const done = () => {
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  const select = () => {
    getSelection().selectAllChildren(code);
    if (document.execCommand("copy")) done();
  };
  if (!navigator.clipboard) return select();
  navigator.clipboard.writeText(code.textContent).then(done, select);
});
