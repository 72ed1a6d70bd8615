import { Icon } from "~/ui/icon";
import styles from "./tools-to-come.module.css";

/** The toolbar's buttons, by their icons. */
const toCome = [
  ...(["heading", "bold", "italic", "blockquote", "code", "source-code", "link", "photo"] as const),
  ...(["list", "list-numbers", "list-check", "table", "at", "paperclip"] as const),
];

/** In the toolbar's place until its code is there, so that nothing moves; nothing where scripts do not run. */
export function ToolsToCome() {
  return (
    <div className={styles.toCome} aria-hidden="true">
      {toCome.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  );
}
