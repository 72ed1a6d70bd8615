import type { CallResponse } from "contract";
import { reasonMax } from "contract/activities/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

/** The form that keeps a work out of the gallery, and afterwards the one that shows it again. */
export function WithholdForm({
  work,
  failure,
}: {
  work: CallResponse<"activityWorks">["items"][number]["work"];
  failure: FormFailure | undefined;
}) {
  const form = useScreenForm({ id: `withhold-${work.id}`, intent: "withhold", failure });
  const button = (
    <p>
      <button type="submit" className="button" name="intent" value="withhold">
        {work.withheld ? "恢复公开展示" : "不公开展示"}
        <span className="visually-hidden">：{work.title}</span>
      </button>
    </p>
  );
  const hidden = (
    <>
      <input type="hidden" name="workId" value={work.id} />
      <input type="hidden" name="withheld" value={work.withheld ? "0" : "1"} />
    </>
  );
  if (work.withheld)
    return (
      <ScreenForm of={form} action={`#work-${work.id}`} preventScrollReset>
        {hidden}
        {button}
      </ScreenForm>
    );
  return (
    <details open={failure !== undefined}>
      <summary>从作品展撤下</summary>
      <ScreenForm of={form} action={`#work-${work.id}`} className={styles.fields} preventScrollReset>
        {hidden}
        <TextArea
          label="原因"
          hint="提交作品的人会收到通知。评审和名次不变，可以随时恢复。"
          name="reason"
          rows={2}
          maxLength={reasonMax}
        />
        {button}
      </ScreenForm>
    </details>
  );
}
