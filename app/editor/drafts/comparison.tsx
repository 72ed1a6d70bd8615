import { clockTime } from "./draft";
import type { ConflictAnswer } from "./draft-parts";
import styles from "./draft-parts.module.css";

/** Shows two texts side by side after another window saved a version that this window has not loaded. */
export function Comparison({
  compare,
  mine,
}: {
  compare: NonNullable<ConflictAnswer["compare"]>;
  mine: string;
}) {
  const isDraft = compare.of === "draft";
  const when = clockTime(compare.other.savedAt);
  return (
    <section className={styles.compare} aria-label="比较两份内容">
      <p>
        {isDraft ? `另一个窗口在 ${when} 保存过这份草稿。` : `这篇内容在 ${when} 已被改过。`}
        两份都不会丢：没选的那份会留在草稿的历史版本里。
      </p>
      <Sides
        mine={mine}
        other={compare.other.values.content}
        otherName={isDraft ? "另一个窗口保存的" : "现在发布的"}
      />
      <div className={styles.choices}>
        {isDraft ? (
          <button
            type="submit"
            className="button"
            name="intent"
            value={`draft:${compare.other.revision}`}
            formNoValidate
          >
            保留我的
          </button>
        ) : (
          <button type="submit" className="button" name="intent" value="publish">
            用我的覆盖
          </button>
        )}
        <button type="submit" className="button" name="intent" value="other" formNoValidate>
          改用另一份
        </button>
      </div>
    </section>
  );
}

/** The two texts in two columns, each with its own scrolling. */
export function Sides({ mine, other, otherName }: { mine: string; other: string; otherName: string }) {
  const sides = [
    { name: "这里写的", text: mine },
    { name: otherName, text: other },
  ];
  return (
    <div className={styles.sides}>
      {sides.map(({ name, text }) => (
        <figure key={name}>
          <figcaption>
            {name}
            <span>{text.length} 字符</span>
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
          <pre tabIndex={0}>{text || "（空）"}</pre>
        </figure>
      ))}
    </div>
  );
}
