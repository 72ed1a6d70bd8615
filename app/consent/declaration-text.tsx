import styles from "./consent.module.css";
import type { Declaration } from "./gate.server";

/** The text of a policy inside its dialog: it scrolls, by keyboard too, while the buttons stay in sight. */
export function DeclarationText({ declaration, title }: { declaration: Declaration; title: string }) {
  return (
    <section
      className={styles.declaration}
      aria-label={`${title}全文`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the gateway sanitised it when it was loaded
      dangerouslySetInnerHTML={{ __html: declaration.html }}
    />
  );
}
