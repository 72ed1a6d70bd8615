import { Link } from "@remix-run/react";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { RelativeTime } from "~/ui/relative-time";
import { TextChanges } from "~/ui/text-changes";
import type { TopicDialog } from "../model/topic-dialog.server";
import type { DialogProps } from "./delete";
import styles from "./dialogs.module.css";

type History = Extract<TopicDialog, { kind: "history" }>;

/**
 * The edit history of a post: the list of edits, and what the chosen edit changed. For its author and the moderators.
 */
export function HistoryDialog({ page, history, back, onEscape }: DialogProps & { history: History }) {
  const { pid, edits, shown } = history.versions;
  return (
    <Dialog title={`${history.name}的编辑记录`} onEscape={onEscape}>
      <p className={styles.lead}>只有作者和版主能看到。</p>
      {shown ? (
        <>
          <ol className={styles.edits}>
            {edits.map(({ id, editor, at }) => (
              <li key={id}>
                <Link
                  to={page.at({ history: pid, version: id })}
                  preventScrollReset
                  aria-current={id === shown.id ? "true" : undefined}
                >
                  <RelativeTime at={at} /> {editor?.nickName ?? "版主"}
                </Link>
              </li>
            ))}
          </ol>
          <TextChanges
            label="这次编辑改了什么"
            head={shown.title ? { name: "标题", ...shown.title } : null}
            changes={shown.changes}
          />
        </>
      ) : (
        <p className={styles.lead}>还没有编辑记录。</p>
      )}
      <DialogButtons>
        <Link className="button" to={back} preventScrollReset>
          关闭
        </Link>
      </DialogButtons>
    </Dialog>
  );
}
