import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { id, submissionId } from "contract/base/fields";
import { binActions } from "contract/moderation/actions";
import { ids, reason } from "contract/moderation/fields";
import { z } from "zod";
import { TextField } from "~/forms/inputs/text-field";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { decides } from "~/moderation/list-action.server";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { rowAnchor } from "~/moderation/row-fields";
import { type Outcome, RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { type ActionTools, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import { filterDay, filterText, withDays } from "./fields/filter-query";
import { ListFilter } from "./fields/list-filter";
import { ListHead } from "./fields/list-head";
import { ListProblems } from "./fields/list-problems";
import { ModeratorScreen } from "./frame";
import styles from "./theme/theme.module.css";
import { useOverview } from "./use-overview";

const query = z.object({
  of: z.enum(["topics", "replies"]).catch("topics"),
  fid: id.optional().catch(undefined),
  author: filterText,
  by: filterText,
  since: filterDay,
  to: filterDay,
  size: optionalListSize,
  page: pageNumber,
});
const form = z.object({ ids, reason, submissionId });

/**
 * /moderator/recycle: topics and replies that moderators deleted, with who, when and why. Moderators restore or
 * destroy them (spec 7.2).
 */
export const loader = screenLoader({ query }, async ({ scope, query: { of, ...filters } }) => {
  const call = of === "topics" ? "recycleTopicList" : "recycleReplyList";
  const size = listSizeOf(scope, filters.size);
  const list = await scope.gateway.call(call, withDays({ ...filters, size }));
  return { list, of, filters, size, submissionId: newSubmissionId() };
});
export const meta = screenMeta();

const act = (call: "recoverContent" | "destroyContent") =>
  decides(form, {
    list: ({ query: { of, ...filter } }: ActionTools<typeof query>) => ({
      ...withDays(filter),
      list: of === "topics" ? ("binTopics" as const) : ("binReplies" as const),
    }),
    name: binActions[call === "recoverContent" ? "recover" : "destroy"].label,
    act: (value, { scope, query: { of } }) => scope.gateway.call(call, { ...value, of }),
    ...(call === "recoverContent" ? {} : { question: destroyQuestion }),
  });

/** The question before selected items are destroyed for everybody. */
function destroyQuestion(
  { ids: { length: count } }: { ids: number[] },
  { query: { of } }: ActionTools<typeof query>,
) {
  return {
    title: `彻底销毁选中的 ${count} 个${of === "topics" ? "主题" : "回复"}？`,
    says: [
      of === "topics"
        ? `${count} 个主题连同它们的所有回复、图片和附件都会删除，谁也找不回来。`
        : `${count} 个回复连同其中的图片和附件都会删除，谁也找不回来。`,
      "只想不让人看到，留在回收站里就可以，随时能恢复。",
    ],
    button: "确认彻底销毁",
    count,
  };
}

export const action = screenAction(
  { query },
  { recover: act("recoverContent"), destroy: act("destroyContent"), default: undecided },
);

const outcomes: Outcome[] = [
  { intent: "recover", label: "恢复" },
  { intent: "destroy", label: "彻底销毁…", quiet: true },
];

export default function Recycle() {
  const { list, of, filters, size, submissionId: submission } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const answer = useActionData();
  const failure = failureOfAny(answer, ["recover", "destroy"]);
  const href = (more: object) => to(paths.moderation("recycle", { ...filters, page: 1, of, ...more }));
  const isNarrowed = Object.entries(filters).some(
    ([name, value]) => !["page", "size"].includes(name) && Boolean(value),
  );
  return (
    <ModeratorScreen title="回收站">
      <Tabs
        label="回收站里的内容"
        tabs={[
          { name: "主题", href: href({ of: "topics" }), current: of === "topics" },
          { name: "回复", href: href({ of: "replies" }), current: of === "replies" },
        ]}
      />
      <ListFilter
        label="筛选回收站"
        action={to(paths.moderation("recycle"))}
        hiddenFields={{ of }}
        sections={overview?.sections ?? []}
        values={filters}
      >
        <TextField label="作者（昵称或 uid）" name="author" maxLength={40} />
        <TextField label="删除人（昵称或 uid）" name="by" maxLength={40} />
        <TextField label="删除不早于" type="date" name="since" />
        <TextField label="删除不晚于" type="date" name="to" />
      </ListFilter>
      <ListProblems failure={failure} visible={list.items.map((item) => item.id)} />
      {list.items.length === 0 ? (
        isNarrowed ? (
          <EmptyState title="没有符合条件的内容" text="换个条件再找找看。" />
        ) : (
          <EmptyState title="回收站是空的" text="删除到回收站的内容会列在这里，可以恢复。" />
        )
      ) : (
        <ModerationForm
          key={submission}
          id="recycle"
          asks={["recover", "destroy"]}
          failure={failure}
          submissionId={submission}
          overList
          className={styles.form}
        >
          <ListHead
            total={list.total}
            words={of === "topics" ? "个主题" : "个回复"}
            visible={list.items.length}
            size={size}
          />
          <ul className={styles.rows}>
            {list.items.map((item) => (
              <li key={item.id} id={rowAnchor(item.id)}>
                <RowChoice value={item.id} title={item.title} />
                <div className={styles.text}>
                  <p>
                    <Link to={to(paths.topic(item.tid))} prefetch="none">
                      {item.title}
                    </Link>
                  </p>
                  <p>{item.excerpt}</p>
                  <p className="facts">
                    <span>{item.section.name}</span>
                    <span>作者 {item.author.nickName}</span>
                    <span>
                      {item.by ? `${item.by.nickName} 删除于 ` : "删除于 "}
                      <RelativeTime at={item.at} />
                    </span>
                    {item.reason ? <span>理由：{item.reason}</span> : null}
                  </p>
                </div>
                <RowOutcomes
                  id={item.id}
                  title={item.title}
                  outcomes={overview?.admin ? outcomes : outcomes.slice(0, 1)}
                  hint="理由，作者会看到"
                  templates="bin-reasons"
                />
              </li>
            ))}
          </ul>
          <fieldset className={styles.doing}>
            <legend>处理选中的内容</legend>
            <div className={styles.wide}>
              <ReasonField hint="作者会看到" templates="bin-reasons" />
            </div>
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value="recover" data-primary>
                恢复
              </button>
              {overview?.admin ? (
                <button type="submit" className="link-button" name="intent" value="destroy">
                  彻底销毁…
                </button>
              ) : null}
            </p>
          </fieldset>
        </ModerationForm>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
    </ModeratorScreen>
  );
}
