import type { CallResponse } from "contract";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import { contentTransitions, mayBecome } from "contract/content/transitions";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { useRoot } from "~/navigation/use-shell";
import { useOverview } from "../use-overview";
import styles from "./editing.module.css";
import { useDraftsOnly } from "./use-drafts-only";

/** The draft of the home page is shown among what is scheduled, to administrators alone. */
function useMayPreview(kind: ContentKind): boolean {
  const [overview, root] = [useOverview(), useRoot()];
  const offices = overview?.offices ?? root?.me?.offices;
  return kind !== "home" || offices === undefined || offices.includes("admin");
}

/** The buttons of a piece's form. Each saves what was typed first; none is pressed by Enter. */
export function PieceButtons({
  kind,
  piece,
  isNew,
  hasTimes,
  said,
}: {
  kind: ContentKind;
  piece: CallResponse<"contentPiece">;
  isNew: boolean;
  /** The form came back with a typed time, or with something to say of one. */
  hasTimes: boolean;
  /** What is wrong with the form that came back; empty otherwise. */
  said: string;
}) {
  const { state, publishAt, withdrawAt } = piece;
  const button = (intent: string, label: string, more: object = {}) => (
    <button type="submit" className="button" name="intent" value={intent} {...more}>
      {label}
    </button>
  );
  const { lasting = false, copied = false, unseen = false } = wordsOf(kind);
  const mayPreview = useMayPreview(kind);
  const draftsOnly = useDraftsOnly(kind);
  const scheduled = publishAt !== "" || withdrawAt !== "";
  return (
    <>
      {draftsOnly ? null : (
        <Fold title={lasting ? "定时发布" : "定时发布、定时下架"} open={scheduled || hasTimes}>
          <div className={styles.times}>
            <TextField name="publishTime" label="发布时间" hint="北京时间" type="datetime-local" />
            {button("schedule", contentTransitions.schedule.label)}
            {lasting ? null : (
              <>
                <TextField name="withdrawTime" label="下架时间" hint="北京时间" type="datetime-local" />
                {button("scheduleWithdraw", contentTransitions.scheduleWithdraw.label)}
              </>
            )}
          </div>
          {scheduled ? <p>{button("unschedule", contentTransitions.unschedule.label)}</p> : null}
        </Fold>
      )}
      <div className={styles.bar}>
        {said ? (
          <p role="status" className={styles.said}>
            {said}
          </p>
        ) : null}
        {draftsOnly
          ? null
          : button("publish", state === "published" ? "发布这一版" : contentTransitions.publish.label, {
              "data-primary": true,
            })}
        {button("save", contentTransitions.save.label, draftsOnly ? { "data-primary": true } : {})}
        {unseen || !mayPreview ? null : button("preview", "保存并预览")}
        {!isNew && copied ? (
          <button type="submit" className="link-button" name="intent" value="copy">
            复制为新草稿
          </button>
        ) : null}
        {!isNew && !lasting && !draftsOnly && mayBecome("withdraw", state) ? (
          <button type="submit" className="link-button" name="intent" value="withdraw">
            {contentTransitions.withdraw.label}
          </button>
        ) : null}
      </div>
    </>
  );
}
