import { Icon } from "~/ui/icon";
import { clockTime, type DraftState, type SavedDraft } from "./draft";
import styles from "./draft-parts.module.css";

/** What the form's last answer says about its draft. */
export interface ConflictAnswer {
  saved?: { revision: number; savedAt: string };
  compare?: { of: "draft" | "published"; other: SavedDraft };
}

/**
 * Sends the revision that the form is based on, and says that a draft was restored or saved. All buttons are the
 * form's own, so they work before JavaScript.
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

/** The buttons beside the main one: save a draft, and (only before JavaScript) preview. */
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
