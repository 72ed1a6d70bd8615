import type { ArrangedSection } from "contract/moderation/sections/arranging";
import { ReasonField } from "~/moderation/reason-field";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../module/module.module.css";
import { SectionForm } from "../module/section-form";

/** The form that archives a section, or opens it again. Neither loses anything, so it asks nothing first. */
export function ArchiveForm({ section: { fid, archivedAt } }: { section: ArrangedSection }) {
  const intent = archivedAt ? "reopen" : "archive";
  return (
    <SectionForm
      fid={fid}
      intents={["archive", "reopen"]}
      label={archivedAt ? "重新开放" : "归档"}
      className={styles.box}
    >
      <h2>{archivedAt ? "重新开放" : "归档"}</h2>
      <p className={styles.none}>
        {archivedAt ? (
          <>
            <RelativeTime at={archivedAt} /> 归档。重新开放后，可以发帖和回复，版块回到它的分区里。
          </>
        ) : (
          "归档以后，地址和内容照旧可以阅读、搜索，不再发帖和回复，列在“已归档”里。随时可以重新开放。"
        )}
      </p>
      <ReasonField hint="写进管理日志" />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value={intent}>
          {archivedAt ? "重新开放" : "归档"}
        </button>
      </p>
    </SectionForm>
  );
}
