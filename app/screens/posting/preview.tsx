import { asTypedNotice } from "~/editor/as-typed-notice";
import { Prose } from "~/ui/prose";
import styles from "./preview.module.css";

/** A text as the gateway renders it; `asTyped` where it cannot lay it out. */
export interface PreviewedText {
  html: string;
  asTyped: boolean;
}

/** The text as it will be published. */
export function Preview({ html, asTyped }: PreviewedText) {
  return (
    <section className={`surface ${styles.preview}`} aria-label="预览">
      <h2>预览</h2>
      {asTyped ? <p role="status">{asTypedNotice}</p> : null}
      <Prose html={html} />
    </section>
  );
}
