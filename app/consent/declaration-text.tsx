import styles from "./consent.module.css";
import type { Declaration } from "./gate.server";

/** The text of a policy inside its dialog: it scrolls, also by keyboard, and the buttons stay visible. */
export function DeclarationText({ declaration, title }: { declaration: Declaration; title: string }) {
  return (
    <section
      className={styles.declaration}
      aria-label={`${title}全文`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
      tabIndex={0}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the gateway sanitised it when the pack was loaded
      dangerouslySetInnerHTML={{ __html: declaration.html }}
    />
  );
}
