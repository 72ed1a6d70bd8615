import type { CallResponse } from "contract";
import { scoreCommentMax, scoreMax } from "contract/activities/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../parts/organising.module.css";
import { Answer } from "../signup/signup-facts";
import { WithholdForm } from "./withhold-form";

type Item = CallResponse<"activityWorks">["items"][number];

/** A work as judges and organisers see it, with the judge's own score. */
export function WorkItem({
  item: { work, mine, scores, mean },
  canJudge,
  failure,
  canWithhold,
  withholding,
}: {
  item: Item;
  canJudge: boolean;
  failure: FormFailure | undefined;
  /** Whether the reader organises an activity that shows works to everybody. */
  canWithhold: boolean;
  withholding: FormFailure | undefined;
}) {
  return (
    <article className={styles.part} id={`work-${work.id}`} aria-labelledby={`title-${work.id}`}>
      <h3 id={`title-${work.id}`}>{work.title}</h3>
      <p className="facts">
        {[work.by, work.category].filter(Boolean).map((one) => (
          <span key={one}>{one}</span>
        ))}
        {work.updatedAt ? (
          <span>
            <RelativeTime at={work.updatedAt} /> 提交
          </span>
        ) : null}
        <span>
          {scores} 位评委已评{mean === null ? "" : `，平均 ${mean}`}
        </span>
        {work.withheld ? <span className="label">不公开展示</span> : null}
        {mine ? <span>我评了 {mine.score} 分</span> : null}
      </p>
      <dl className={styles.facts}>
        {work.answers.map((answer) => (
          <div key={answer.key}>
            <dt>{answer.label}</dt>
            <dd>
              <Answer answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
      {canJudge ? <JudgeForm key={mine?.score} work={work} mine={mine} failure={failure} /> : null}
      {canWithhold ? <WithholdForm key={String(work.withheld)} work={work} failure={withholding} /> : null}
    </article>
  );
}

function JudgeForm({
  work,
  mine,
  failure,
}: Pick<Item, "work" | "mine"> & { failure: FormFailure | undefined }) {
  const form = useScreenForm({
    id: `judge-${work.id}`,
    intent: "judge",
    failure,
    defaultValue: { score: mine?.score, comment: mine?.comment },
  });
  return (
    <ScreenForm of={form} action={`#work-${work.id}`} className={styles.fields} preventScrollReset>
      <input type="hidden" name="workId" value={work.id} />
      <TextField label={`分数（0 到 ${scoreMax}）`} name="score" inputMode="numeric" maxLength={3} />
      <TextArea
        label="评语（选填）"
        hint="公布后参赛的人会看到"
        name="comment"
        rows={3}
        maxLength={scoreCommentMax}
      />
      <p>
        <button type="submit" className="button" name="intent" value="judge">
          {mine ? "修改评分" : "评分"}
          <span className="visually-hidden">：{work.title}</span>
        </button>
      </p>
    </ScreenForm>
  );
}
