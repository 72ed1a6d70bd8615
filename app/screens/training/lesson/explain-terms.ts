import styles from "./lesson.module.css";

/** As wide as the box can be, with a margin. */
const boxWidth = 336;
/** Between a term and its box. */
const gap = 6;

/**
 * Opens the explanation of a term beside it, in place of leading to the list below the text; Escape or a press elsewhere
 * closes it. @returns what takes the box and the listener away again
 */
export function explainTerms(text: HTMLElement): () => void {
  const box = document.createElement("div");
  box.className = styles.term ?? "";
  box.setAttribute("popover", "auto");
  box.setAttribute("role", "status");
  const open = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#term-']") : null;
    const said = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    if (!link || !said || !box.showPopover) return;
    event.preventDefault();
    const { left, top, bottom } = link.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - boxWidth))}px`;
    box.replaceChildren(...[...said.children].map((part) => part.cloneNode(true)));
    box.showPopover();
    // Its height is known once it stands: where there is no room below the term it goes above.
    const isBelow = bottom + gap + box.offsetHeight <= window.innerHeight;
    box.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - box.offsetHeight)}px`;
  };
  document.body.append(box);
  text.addEventListener("click", open);
  return () => {
    text.removeEventListener("click", open);
    box.remove();
  };
}
