import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { id, submissionId } from "contract/base/fields";
import { days, reason, reasonMax, shortIds } from "contract/moderation/fields";
import { penaltyKindNames } from "contract/moderation/penalties";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { MissingForm } from "~/failure/missing-form";
import { FilterForm } from "~/forms/inputs/filter-form";
import { TextField } from "~/forms/inputs/text-field";
import { failureOf, failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { afterBatch } from "~/moderation/batch-notice";
import { overChosen } from "~/moderation/list-action.server";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { restricts } from "~/moderation/restrict.server";
import { seesAs } from "~/moderation/see-as/see-as.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { flag, pageNumber } from "~/request/inputs.server";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import logStyles from "../fields/filter.module.css";
import { ListHead } from "../fields/list-head";
import { ModeratorScreen } from "../frame";
import { loadOverview } from "../overview.server";
import { useOverview } from "../use-overview";
import { Networks } from "./networks";
import { PenaltyList } from "./penalty-list";
import { PersonPanel } from "./person-panel";

const query = z.object({
  /** A uid or the beginning of a nickname. */
  user: z.string().trim().max(40).catch(""),
  uid: id.optional().catch(undefined),
  kind: z.enum(penaltyKindNames).optional().catch(undefined),
  all: flag,
  networks: flag,
  size: optionalListSize,
  page: pageNumber,
});

/**
 * /moderator/forbiddenUser: muted and banned people, and everything that moderators know about one person (spec 2.1,
 * 7.2).
 */
export const loader = screenLoader({ query }, async ({ scope, query: filters }) => {
  const { user, uid, kind, all, page } = filters;
  const size = listSizeOf(scope, filters.size);
  const overview = filters.networks ? await loadOverview(scope) : undefined;
  const networks = overview?.admin ? await scope.gateway.call("addressBanList", { page, size }) : null;
  const matched = user === "" ? null : await scope.gateway.call("matchUser", { text: user });
  const only = matched?.people.length === 1 ? matched.people[0]?.uid : undefined;
  const chosenUid = uid ?? only;
  const person =
    chosenUid === undefined ? null : await scope.gateway.call("forbiddenInfo", { uid: chosenUid });
  const list =
    networks || overview === null || person
      ? null
      : await orWithout(
          scope,
          scope.gateway.call("forbiddenList", { standing: !all, page, size, ...(kind ? { kind } : {}) }),
          null,
        );
  const isUnknown = overview === null;
  return { networks, matched, person, list, isUnknown, filters, size, submissionId: newSubmissionId() };
});
export const meta = screenMeta();

export const action = screenAction(
  { query },
  {
    restrict: restricts(({ here }) => here),
    seeAs: seesAs,
    note: submitted(
      z.object({ uid: id, text: z.string("请填写备注").max(reasonMax, `备注不能超过 ${reasonMax} 字`) }),
      async (form, { scope, here, done }) => {
        await scope.gateway.call("addPersonNote", form);
        return done(here, "已记下");
      },
    ),
    ban: submitted(
      z.object({
        network: z.string("请填写地址或网段").max(60, "地址或网段有误"),
        days,
        reason,
      }),
      async (form, { scope, here, done }) => {
        const { network, batch } = await scope.gateway.call("banAddress", form);
        return done(here, `已封禁 ${network}`, batch);
      },
    ),
    unban: overChosen(z.object({ ids: shortIds, reason, submissionId }), {}, async (form, tools) => {
      const answer = await tools.scope.gateway.call("unbanAddress", form);
      return afterBatch(tools, answer, { back: tools.here, message: "已解封" });
    }),
  },
);

export default function ForbiddenUser() {
  const {
    networks,
    matched,
    person,
    list,
    isUnknown,
    filters,
    size,
    submissionId: submission,
  } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const answer = useActionData();
  const here = to(paths.moderation("forbiddenUser"));
  const href = (more: Record<string, string | number>) =>
    to(paths.moderation("forbiddenUser", { kind: filters.kind, all: filters.all, ...more }));
  const listing = !person && !networks;
  return (
    <ModeratorScreen title="禁言用户">
      <FilterForm
        id="filter"
        values={{ user: filters.user }}
        action={here}
        className={logStyles.filter}
        aria-label="查找用户"
      >
        <TextField label="用户（uid 或昵称开头）" name="user" maxLength={40} />
        <button type="submit" className="button" data-primary>
          查找
        </button>
      </FilterForm>
      {matched && !person ? (
        matched.people.length === 0 ? (
          <EmptyState title="没有这样的用户" text="核对一下 uid 或昵称的开头。" />
        ) : (
          <ul className="facts" aria-label="找到的用户">
            {matched.people.map(({ uid, nickName }) => (
              <li key={uid}>
                <Link to={`${here}?uid=${uid}`} prefetch="none">
                  {nickName}（{uid}）
                </Link>
              </li>
            ))}
          </ul>
        )
      ) : null}
      <Tabs
        label="处罚的种类"
        tabs={[
          { name: "执行中", href: href({ all: "" }), current: listing && !filters.all },
          { name: "全部记录", href: href({ all: "1" }), current: listing && filters.all },
          ...(overview?.admin
            ? [{ name: "封禁的网段", href: `${here}?networks=1`, current: networks !== null }]
            : []),
        ]}
      />
      {person ? (
        <PersonPanel
          key={submission}
          info={person}
          submissionId={submission}
          failure={failureOf(answer, "restrict")}
        />
      ) : null}
      {isUnknown ? <MissingForm name="封禁的网段" /> : null}
      {networks ? (
        <Networks
          key={submission}
          list={networks}
          size={size}
          submissionId={submission}
          failure={failureOf(answer, "ban")}
          liftFailure={failureOfAny(answer, ["unban"])}
        />
      ) : null}
      {list ? (
        <ListHead total={list.total} words="项" visible={list.items.length} size={size} chosen={false} />
      ) : null}
      {list ? (
        <PenaltyList
          items={list.items}
          empty={filters.all ? "还没有处罚记录" : "现在没有人被禁言或禁止访问"}
        />
      ) : null}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} /> : null}
      {networks ? (
        <Pagination
          page={networks.page}
          pages={networks.pages}
          href={(page) => `${here}?networks=1&page=${page}`}
        />
      ) : null}
    </ModeratorScreen>
  );
}
