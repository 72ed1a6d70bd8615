import { Icon } from "~/ui/icon";
import { clockTime, type DraftState, type SavedDraft } from "./draft";
import styles from "./draft-parts.module.css";

/** What the form's last answer says of its draft. */
interface ConflictAnswer {
  saved?: { revision: number; savedAt: string };
  compare?: { of: "draft" | "published"; other: SavedDraft };
}

/**
 * The revision that the form builds on, and that its draft stands in it. Everything works by buttons of the
 * form itself.
 */
export function DraftNotice({
  draft,
  answer,
  unsavedText,
}: {
  draft: DraftState;
  answer: ConflictAnswer | undefined;
  unsavedText: boolean;
}) {
  const revision = answer?.saved?.revision ?? draft.revision;
  return (
    <>
      <input type="hidden" name="draftRevision" value={revision} />
      {answer?.saved ? (
        <p className={styles.notice} role="status">
          <Icon name="circle-check" />
          草稿已在 {clockTime(answer.saved.savedAt)} 保存，下次打开会自动恢复。
        </p>
      ) : draft.restored && !unsavedText ? (
        <p className={styles.notice} data-draft-restored="">
          <Icon name="history" />
          已恢复 {clockTime(draft.restored.savedAt)} 的草稿
          <button type="submit" className="link-button" name="intent" value="discard" formNoValidate>
            丢弃
          </button>
        </p>
      ) : null}
    </>
  );
}

/** The buttons beside the one that publishes: to save without publishing, and to look first, before scripts. */
export function DraftAndPreview({ busy }: { busy: boolean }) {
  const button = { type: "submit", name: "intent", formNoValidate: true, disabled: busy } as const;
  return (
    <>
      <button {...button} className="button" value="draft">
        存草稿
      </button>
      <button {...button} className="button needs-no-script" value="preview">
        预览
      </button>
    </>
  );
}

/** Two texts side by side, when another window saved one that this one has not seen. */
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

/** The two texts, each scrolling by itself. */
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
          <pre tabIndex={0}>{text || "（空）"}</pre>
        </figure>
      ))}
    </div>
  );
}
