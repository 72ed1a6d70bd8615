import type { TextChange } from "contract/forum/shapes";
import styles from "./text-changes.module.css";

interface Props {
  label: string;
  /** The change of the title above the text. */
  head: { name: string; before: string; after: string } | null;
  changes: TextChange[];
}

/** Words that were added to a text and removed from it. */
export function TextChanges({ label, head, changes }: Props) {
  const parts = changes.map(({ kind, text }, index) => {
    const Tag = kind === "added" ? "ins" : kind === "removed" ? "del" : "span";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part of the text has no other identity
      <Tag key={index} data-kind={kind}>
        {text}
      </Tag>
    );
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <section className={styles.changes} aria-label={label} tabIndex={0}>
      {head ? (
        <p>
          {head.name}：<del>{head.before}</del> <ins>{head.after}</ins>
        </p>
      ) : null}
      <div>{parts}</div>
    </section>
  );
}
