import styles from "./zoom.module.css";

/** Shows a picture as large as the window allows, in a modal dialog that closes on a click or Escape. */
export function showPicture(link: HTMLAnchorElement): void {
  const small = link.querySelector("img");
  const dialog = document.createElement("dialog");
  dialog.className = styles.zoom ?? "";
  dialog.setAttribute("aria-label", small?.alt ? `图片：${small.alt}` : "图片");
  const picture = document.createElement("img");
  picture.src = link.href;
  picture.alt = small?.alt ?? "";
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "关闭";
  dialog.append(picture, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
