import { Prose } from "~/components/prose";
import styles from "./posting.module.css";

/** The text as it will be published. */
export function Preview({ html }: { html: string }) {
  return (
    <section className={`surface ${styles.preview}`} aria-label="预览">
      <h2>预览</h2>
      <Prose html={html} />
    </section>
  );
}
