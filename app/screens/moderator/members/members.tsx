import { useActionData, useLoaderData } from "@remix-run/react";
import { memberOrderNames, memberOrders, tableMinutes } from "contract/moderation/members/fields";
import { rootRegion } from "contract/profile/fields";
import { failureOf } from "~/forms/result";
import { Forbidden } from "~/gateway-client/errors";
import { Choices } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf } from "~/moderation/list-size.server";
import { SeeAsForm } from "~/moderation/see-as/see-as-form";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { optionsBelow } from "~/profile/options.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { ListHead } from "../fields/list-head";
import { ModeratorScreen } from "../frame";
import boxStyles from "../module/module.module.css";
import { useOverview } from "../use-overview";
import { MemberFilterForm } from "./member-filter";
import { MemberRows } from "./member-rows";
import styles from "./members.module.css";
import { membersAction, membersQuery } from "./members.server";
import { filterOf, onlyFilter } from "./members-query";
import { TableForm } from "./table-form";

/** /moderator/members: all members with filters, and a table of them. Only for administrators; others go home. */
export const loader = screenLoader({ query: membersQuery }, async ({ scope, query }) => {
  const size = listSizeOf(scope, query.size);
  const { order, page } = query;
  const [list, provinces, cities] = await Promise.all([
    scope.gateway
      .call("memberList", { ...filterOf(query), order, page, size })
      .catch(async (error: unknown) => {
        throw error instanceof Forbidden ? await scope.redirect("/") : error;
      }),
    optionsBelow(scope, "region", rootRegion),
    query.province === undefined ? [] : optionsBelow(scope, "region", query.province),
  ]);
  const { table, contacts } = query;
  return { list, filter: onlyFilter(query), order, table, contacts, size, provinces, cities };
});
export const meta = screenMeta();
export const action = membersAction;

export default function Members() {
  const { list, filter, order, table, contacts, size, provinces, cities } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const failure = failureOf(useActionData(), "table");
  const href = (more: object) => to(paths.moderation("members", { ...filter, order, ...more }));
  return (
    <ModeratorScreen title="用户名单">
      <SeeAsForm className={boxStyles.box} />
      <MemberFilterForm
        action={to(paths.moderation("members"))}
        filter={filter}
        order={order}
        sections={overview?.sections ?? []}
        provinces={provinces}
        cities={cities}
      />
      <Choices
        label="排列顺序"
        choices={memberOrderNames.map((name) => ({
          name: `按${memberOrders[name]}`,
          href: href({ order: name }),
          current: name === order,
        }))}
      />
      <ListHead total={list.total} words="人" visible={list.items.length} size={size} chosen={false} />
      {order === "seen" ? <p className={styles.note}>没有来访记录的用户不在这个顺序里。</p> : null}
      {table === undefined ? null : (
        <p className={styles.ready} role="status">
          <a className="button" href={staffPaths.memberTable({ ...filter, table, contacts })} download>
            下载名单（CSV）
          </a>
          <span>
            {contacts ? "带手机号和邮箱，" : "不带联系方式，"}
            {tableMinutes} 分钟内有效。
          </span>
        </p>
      )}
      {list.items.length === 0 ? (
        <EmptyState title="没有符合条件的用户" text="换个条件再找找看。" />
      ) : (
        <>
          <TableForm failure={failure} total={list.total} />
          <MemberRows items={list.items} />
        </>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
    </ModeratorScreen>
  );
}
