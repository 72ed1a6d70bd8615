import { type MouseEvent, memo } from "react";
import styles from "./prose.module.css";

/**
 * Text that the gateway rendered and sanitised when it was written. Code blocks get a copy button once JavaScript runs:
 * one listener for the whole text, since the HTML is not React's.
 */
export const Prose = memo(function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the listener only serves the code blocks' captions inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above; selecting and copying works by keyboard without it
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the gateway sanitised it when it was written (design 2)
    <div className={styles.prose} onClick={copyCode} dangerouslySetInnerHTML={{ __html: html }} />
  );
});

/** A click on a code block's caption copies its text; CSS writes 复制 there. */
function copyCode(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || event.target.tagName !== "FIGCAPTION") return;
  const caption = event.target;
  const code = caption.closest("figure")?.querySelector("code");
  if (!code || !navigator.clipboard) return;
  void navigator.clipboard.writeText(code.textContent ?? "").then(() => {
    caption.dataset.copied = "";
    setTimeout(() => delete caption.dataset.copied, 2000);
  });
}
