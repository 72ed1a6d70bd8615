import { asTypedNotice } from "~/editor/as-typed-notice";
import { Prose } from "~/ui/prose";
import styles from "./preview.module.css";

/** A text that the gateway rendered; `asTyped` when it could not lay the text out and shows it as typed. */
export interface PreviewedText {
  html: string;
  asTyped: boolean;
}

/** The preview of the text as it will be published. */
export function Preview({ html, asTyped }: PreviewedText) {
  return (
    <section className={`surface ${styles.preview}`} aria-label="预览">
      <h2>预览</h2>
      {asTyped ? <p role="status">{asTypedNotice}</p> : null}
      <Prose html={html} />
    </section>
  );
}
