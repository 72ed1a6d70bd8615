import { Link, type MetaArgs, useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { id, submissionId } from "contract/base/fields";
import { logActions } from "contract/moderation/actions";
import { reason } from "contract/moderation/fields";
import { z } from "zod";
import { failureOf } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { RelativeTime } from "~/ui/relative-time";
import { ModeratorScreen } from "./frame";
import styles from "./theme/theme.module.css";

/** The addresses that `back` may have: the moderation area, a topic, or a person's page. */
const allowedBack = /^\/(h5\/)?(moderator\/[A-Za-z]+(\?|$)|hsforum\/thread-|postDetail\?|userhomepage\?)/;

const query = z.object({ id, back: z.string().max(500).optional().catch(undefined) });

/**
 * /moderator/batch: the progress of one form that acted on many things, the result for each, and the form that undoes
 * it.
 */
export const loader = screenLoader(
  { query, missing: "没有这次操作的记录" },
  async ({ scope, query: { id: batch, back } }) => {
    const detail = await scope.gateway.call("batchDetail", { batch });
    return { detail, back: back && allowedBack.test(back) ? back : null, submissionId: newSubmissionId() };
  },
);

const pageMeta = screenMeta<typeof loader>();

/** While a job runs, the page reloads itself, with and without JavaScript. */
export const meta = (args: MetaArgs<typeof loader>) => [
  ...pageMeta(args),
  ...(args.data && args.data.detail.waiting > 0 ? [{ httpEquiv: "refresh", content: "2" }] : []),
];

export const action = screenAction(
  { query },
  {
    undo: submitted(z.object({ reason, submissionId }), async (form, { scope, query: request, done }) => {
      const answer = await scope.gateway.call("undoBatch", { ...form, batch: request.id });
      const back = typeof request.back === "string" && allowedBack.test(request.back) ? request.back : null;
      // The undo button in a message leads back to the moderator's page.
      if (back && answer.waiting === 0 && answer.refused === 0)
        return done(back, `已撤销，${answer.done} 项恢复成处理前的样子`);
      return done(paths.moderation("batch", { id: answer.batch, back }));
    }),
  },
);

type Titled = CallResponse<"batchDetail">["titles"][number];

export default function Batch() {
  const { detail, back, submissionId: submission } = useLoaderData<typeof loader>();
  const failure = failureOf(useActionData(), "undo");
  const titles = new Map(detail.titles.map((titled) => [titled.id, titled]));
  const over = detail.done + detail.refused;
  return (
    <ModeratorScreen title={`${logActions[detail.action]}：${detail.total} 项`}>
      <p className="facts">
        <span>{detail.operator.nickName}</span>
        <span>
          <RelativeTime at={detail.createdAt} />
        </span>
        {detail.reason ? <span>理由：{detail.reason}</span> : null}
        {detail.undone ? <span>已撤销</span> : null}
      </p>
      <div role="status">
        <p>
          已处理 {detail.done} 项{detail.refused > 0 ? `，${detail.refused} 项没有处理` : ""}
          {detail.waiting > 0
            ? `，还有 ${detail.waiting} 项正在处理，页面每 2 秒自动更新，可以先离开。`
            : "。"}
        </p>
        {detail.waiting > 0 ? <progress max={detail.total} value={over} aria-label="处理进度" /> : null}
      </div>
      <ul className={styles.results}>
        {detail.results.map(({ id: target, code, message }) => (
          <li key={target} data-refused={code ? "" : undefined}>
            <Target id={target} titled={titles.get(target)} />
            <span>{code ? message : "已处理"}</span>
          </li>
        ))}
      </ul>
      {detail.canUndo ? (
        <ModerationForm
          id="undo"
          asks={[]}
          failure={failure}
          submissionId={submission}
          className={styles.doing}
        >
          <div className={styles.wide}>
            <ReasonField label="撤销的理由" hint="7 天内可以撤销：每一项都恢复成处理前的样子" />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="undo">
              撤销这次操作
            </button>
          </p>
        </ModerationForm>
      ) : null}
      {back ? (
        <p>
          <Link to={back} prefetch="none">
            返回列表
          </Link>
        </p>
      ) : null}
    </ModeratorScreen>
  );
}

/** One item of the batch, by its title when the moderator may see it, otherwise by its number. */
function Target({ id: target, titled }: { id: number; titled: Titled | undefined }) {
  const { to } = useShell();
  if (!titled) return <span>#{target}</span>;
  const { title, tid, pid } = titled;
  return (
    <Link to={to(paths.topic(tid, pid ? { pid } : {}))} prefetch="none">
      {title}
    </Link>
  );
}
