import { Icon } from "~/ui/icon";
import styles from "./tools-to-come.module.css";

/** The icons of the toolbar's buttons. */
const toCome = [
  ...(["heading", "bold", "italic", "blockquote", "code", "source-code", "link", "photo"] as const),
  ...(["list", "list-numbers", "list-check", "table", "at", "paperclip"] as const),
];

/** A placeholder of the toolbar's size until its code is loaded, so that nothing moves. Hidden without JavaScript. */
export function ToolsToCome() {
  return (
    <div className={styles.toCome} aria-hidden="true">
      {toCome.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  );
}
