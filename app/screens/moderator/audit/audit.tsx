import { useActionData, useLoaderData } from "@remix-run/react";
import { id, longId, submissionId } from "contract/base/fields";
import { topicContent, topicTitle } from "contract/forum/fields";
import { type ReviewAction, reviewActionNames, reviewActions } from "contract/moderation/actions";
import { ids, reason as reasonGiven, reasonMax } from "contract/moderation/fields";
import { z } from "zod";
import { failureOf, failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { destroyingQuestion } from "~/moderation/deletes-question.server";
import { decides, overChosen } from "~/moderation/list-action.server";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { flag, pageNumber } from "~/request/inputs.server";
import { type ActionTools, submitted, undecided } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { withCount } from "../fields/counts";
import { filterText } from "../fields/filter-query";
import { ListProblems } from "../fields/list-problems";
import { ModeratorScreen } from "../frame";
import { loadOverview } from "../overview.server";
import { useOverview } from "../use-overview";
import { AuditFilter } from "./audit-filter";
import { ProfileItems } from "./profile-items";
import { ReviewForm } from "./review-form";
import { RewriteForm } from "./rewrite-form";
import { TextItems } from "./text-items";

const query = z.object({
  of: z.enum(["topics", "replies", "profiles"]).catch("topics"),
  ignored: flag,
  fid: id.optional().catch(undefined),
  author: filterText,
  word: filterText,
  /** The post whose text the moderator corrects. */
  edit: longId.optional().catch(undefined),
  size: optionalListSize,
  page: pageNumber,
});

const form = z
  .object({
    ids,
    reason: z.string().max(reasonMax, `理由不能超过 ${reasonMax} 字`).default(""),
    submissionId,
  })
  .transform(({ reason, ...rest }) => ({ ...rest, reason: reason.trim() }));
const withReason = form.refine(({ reason }) => reason !== "", {
  path: ["reason"],
  message: "请填写理由，作者会看到",
});

/** /moderator/audit: topics, replies and personal information that wait for review (spec 2.1, 7.2). */
export const loader = screenLoader({ query }, async ({ scope, query: filters }) => {
  const { of, edit, ...listFilters } = filters;
  const size = listSizeOf(scope, filters.size);
  const common = { filters, size, submissionId: newSubmissionId(), waiting: null };
  if (edit !== undefined)
    return {
      ...common,
      texts: null,
      profiles: null,
      waiting: await scope.gateway.call("reviewText", { pid: edit }),
    };
  // Only administrators review personal information.
  if (of === "profiles" && (await loadOverview(scope))?.admin)
    return {
      ...common,
      texts: null,
      profiles: await scope.gateway.call("reviewProfileList", { ...listFilters, size }),
    };
  const call = of === "replies" ? "reviewReplyList" : "reviewTopicList";
  return { ...common, texts: await scope.gateway.call(call, { ...listFilters, size }), profiles: null };
});
export const meta = screenMeta();

const lists = { topics: "reviewTopics", replies: "reviewReplies", profiles: "reviewProfiles" } as const;
/** The whole list with the filters of its address, on all pages. */
const wholeOf = {
  list: ({ query: { of, ...filter } }: ActionTools<typeof query>) => ({ ...filter, list: lists[of] }),
};

const decide = (action: ReviewAction) =>
  decides(action === "refuse" || action === "discard" ? withReason : form, {
    ...wholeOf,
    name: reviewActions[action].label,
    act: (value, { scope, query: { of } }) =>
      of === "profiles" && action !== "discard"
        ? scope.gateway.call("reviewProfile", { ...value, action })
        : scope.gateway.call("reviewContent", { ...value, action }),
    question: ({ ids: chosen }, { scope }) =>
      action === "discard" ? destroyingQuestion(scope, { of: "posts", ids: chosen }) : null,
  });

const correction = z.object({
  pid: longId,
  title: topicTitle.optional(),
  content: topicContent,
  reason: reasonGiven,
  baseEditedAt: z
    .union([z.literal(""), z.iso.datetime()], "表单已失效，请重新打开")
    .default("")
    .transform((at) => (at === "" ? null : at)),
});

const claim = (back: boolean) =>
  overChosen(z.object({ ids }), wholeOf, async ({ ids: chosen }, { scope, here, done }) => {
    const { claimed, refused } = await scope.gateway.call("claimReview", { ids: chosen, back });
    const notice = back ? `已放回 ${claimed} 项` : `已领取 ${claimed} 项，10 分钟内由你处理`;
    return done(here, refused > 0 ? `${notice}；${refused} 项别人正在处理` : notice);
  });

export const action = screenAction(
  { query },
  {
    approve: decide("approve"),
    refuse: decide("refuse"),
    ignore: decide("ignore"),
    discard: decide("discard"),
    rewrite: submitted(correction, async (form, { scope, url, done }) => {
      const { batch } = await scope.gateway.call("rewriteContent", form);
      const list = new URLSearchParams(url.searchParams);
      list.delete("edit");
      return done(`${paths.moderation("audit")}?${list}`, "已修改并通过，作者会收到通知", batch);
    }),
    claim: claim(false),
    release: claim(true),
    default: undecided,
  },
);

const kinds = [
  ["topics", "主题"],
  ["replies", "回复"],
  ["profiles", "资料"],
] as const;

export default function Audit() {
  const {
    filters,
    size,
    texts,
    profiles,
    waiting,
    submissionId: submission,
  } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const answer = useActionData();
  const failure = failureOfAny(answer, [...reviewActionNames, "claim", "release"]);
  const href = (more: Record<string, string | number | boolean | undefined>) =>
    to(paths.moderation("audit", { ...filters, edit: undefined, page: 1, ...more }));
  if (waiting)
    return (
      <ModeratorScreen title="内容审核">
        <RewriteForm
          key={submission}
          waiting={waiting}
          back={href({ page: filters.page })}
          failure={failureOf(answer, "rewrite")}
        />
      </ModeratorScreen>
    );
  const of = profiles ? "profiles" : filters.of === "profiles" ? "topics" : filters.of;
  const list = profiles ?? texts;
  return (
    <ModeratorScreen title="内容审核">
      <Tabs
        label="待审的内容"
        tabs={kinds
          .filter(([kind]) => kind !== "profiles" || overview?.admin)
          .map(([kind, name]) => ({
            name: withCount(name, overview?.waiting.parts[kind]),
            href: href({ of: kind }),
            current: of === kind,
          }))}
      />
      <Tabs
        label="待审还是已忽略"
        tabs={[
          { name: "待审", href: href({ ignored: "" }), current: !filters.ignored },
          { name: "已忽略", href: href({ ignored: "1" }), current: filters.ignored },
        ]}
      />
      {profiles ? null : (
        <AuditFilter
          action={to(paths.moderation("audit"))}
          filters={{ ...filters, of }}
          sections={overview?.sections ?? []}
        />
      )}
      <ListProblems failure={failure} visible={list?.items.map(({ id: each }) => each) ?? []} />
      {!list || list.items.length === 0 ? (
        <EmptyState title="没有要审核的内容" text="新的内容需要看一眼时，会按等待时间排在这里。" />
      ) : (
        <ReviewForm
          key={submission}
          submissionId={submission}
          failure={failure}
          total={list.total}
          visible={list.items.length}
          size={size}
          ofProfiles={profiles !== null}
        >
          {texts ? <TextItems items={texts.items} /> : null}
          {profiles ? <ProfileItems items={profiles.items} /> : null}
        </ReviewForm>
      )}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} /> : null}
    </ModeratorScreen>
  );
}
