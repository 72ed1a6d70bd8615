import { type MouseEvent, memo, useEffect, useRef } from "react";
import styles from "./prose.module.css";

/**
 * Text that the gateway rendered and sanitised when it was written. With JavaScript, code blocks get copy buttons;
 * one listener serves them all, because React does not render this HTML.
 */
export const Prose = memo(function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has other code blocks
  useEffect(() => addCopyButtons(text.current), [html]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the listener only serves the copy buttons inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button's Enter and Space are clicks
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the gateway sanitised it when it was written
    <div ref={text} className={styles.prose} onClick={copyCode} dangerouslySetInnerHTML={{ __html: html }} />
  );
});

function addCopyButtons(text: HTMLElement | null): void {
  for (const caption of text?.querySelectorAll("figure > figcaption") ?? []) {
    if (caption.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link-button";
    button.textContent = "复制";
    caption.append(button);
  }
}

function copyCode(event: MouseEvent<HTMLElement>): void {
  const button = event.target;
  if (!(button instanceof HTMLButtonElement)) return;
  const code = button.closest("figure")?.querySelector("code");
  if (!code || !navigator.clipboard) return;
  void navigator.clipboard.writeText(code.textContent ?? "").then(() => {
    button.textContent = "已复制";
    setTimeout(() => {
      button.textContent = "复制";
    }, 2000);
  });
}
