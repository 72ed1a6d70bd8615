import { useActionData, useLoaderData } from "@remix-run/react";
import { reviewReason } from "contract/activities/fields";
import { activityWorkCalls } from "contract/activities/works/calls";
import { id } from "contract/base/fields";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { type FormFailure, failureOf } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { askFirst } from "~/request/ask-first.server";
import { pathId } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { loadWorks } from "../parts/load-managed.server";
import styles from "../parts/organising.module.css";
import { minuteOf } from "../parts/words";
import { PublishForm } from "./publish-form";
import { Results } from "./results";
import { WorkItem } from "./work-item";

const inputs = { params: z.object({ id: pathId }), missing: "没有这个活动" };

/** /activity/manage/{id}/works: the works, which judges score and organisers publish. */
export const loader = screenLoader(inputs, async ({ scope, params }) => {
  const activityId = params.id;
  const { list, activity } = await loadWorks(scope, activityId);
  // An activity that was removed from the content pack has no page, but its judges still see its works.
  const whole = list.published
    ? await orWithout(scope, scope.gateway.call("activityDetail", { activityId }), null)
    : null;
  return { list, activity, results: whole?.results ?? null };
});
export const meta = screenMeta<typeof loader>({ title: ({ activity }) => `${activity.title} · 作品评审` });

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;
const { score, comment } = activityWorkCalls.activityWorkJudge.request.shape;
const judgeForm = z.object({
  workId: id,
  score: z.preprocess((value) => (value === "" ? undefined : value), score),
  comment,
});

const withholdForm = z
  .object({ workId: id, withheld: z.enum(["1", "0"], "请选择处理方式"), reason: reviewReason })
  .refine(({ withheld, reason }) => withheld === "0" || reason !== "", {
    error: "请写明原因",
    path: ["reason"],
  });

export const action = screenAction(inputs, {
  judge: submitted(judgeForm, async (form, { scope, params, done, here }: Tools) => {
    const { work, mine } = await scope.gateway.call("activityWorkJudge", { activityId: params.id, ...form });
    return done(`${here}#work-${work.id}`, `「${work.title}」已评 ${mine?.score ?? form.score} 分`);
  }),
  withhold: submitted(withholdForm, async (form, { scope, params, done, here }: Tools) => {
    const withheld = form.withheld === "1";
    const { title } = await scope.gateway.call("activityWorkWithhold", {
      activityId: params.id,
      workId: form.workId,
      reason: form.reason,
      withheld,
    });
    return done(
      `${here}#work-${form.workId}`,
      withheld ? `「${title}」不再公开展示` : `「${title}」恢复公开展示`,
    );
  }),
  publish: submitted(noFields, async (_, tools: Tools) => {
    const { scope, params, done, here } = tools;
    const { items, published, closed } = await scope.gateway.call("activityWorks", { activityId: params.id });
    // The gateway refuses works that cannot be published yet or are published already, so no question comes before
    // that.
    const answer =
      closed &&
      !published &&
      items.every(({ scores }) => scores > 0) &&
      askFirst(tools, {
        title: `公布 ${items.length} 件作品的结果？公布后不能再改`,
        says: [
          "按平均分在各组里排名，名次、得分和评语所有人都能看到；评委不能再改评分。",
          "提交作品的人都会收到通知，通知不能撤回。",
        ],
        button: "确认公布",
        count: items.length,
      });
    if (answer) return answer;
    const { results } = await scope.gateway.call("activityResultsPublish", { activityId: params.id });
    return done(here, `结果已公布，共 ${results.length} 件作品`);
  }),
});

/** The failure of the form of this work. */
const ofWork = (failure: FormFailure | undefined, workId: number) =>
  failure?.result.initialValue?.workId === String(workId) ? failure : undefined;

export default function Works() {
  const { list, activity, results } = useLoaderData<typeof loader>();
  const answer = useActionData();
  const { items, published, until, closed, mayJudge } = list;
  const judging = failureOf(answer, "judge");
  const withholding = failureOf(answer, "withhold");
  return (
    <>
      {published && results ? <Results results={results} /> : null}
      <section className={styles.part} aria-labelledby="works">
        <h2 id="works">作品（{items.length}）</h2>
        {until ? (
          <p className={styles.intro}>
            {published
              ? "结果已公布，不能再评分。"
              : closed
                ? `作品提交已于 ${minuteOf(until)} 截止，评委现在可以评分，公布前可以改。`
                : `作品可以提交到 ${minuteOf(until)}，截止后评委才能评分。`}
          </p>
        ) : null}
        {items.length === 0 ? (
          <EmptyState title="还没有作品" text="参赛的人提交作品以后，会列在这里。" />
        ) : (
          items.map((item) => (
            <WorkItem
              key={item.work.id}
              item={item}
              canJudge={mayJudge && closed && !published}
              failure={ofWork(judging, item.work.id)}
              withholding={ofWork(withholding, item.work.id)}
              canWithhold={list.gallery && activity.organises}
            />
          ))
        )}
      </section>
      {activity.organises && !published && items.length > 0 ? (
        <PublishForm items={items} judges={list.judges} failure={failureOf(answer, "publish")} />
      ) : null}
    </>
  );
}
