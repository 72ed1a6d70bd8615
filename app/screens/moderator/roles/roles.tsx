import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { roleNames, roles } from "contract/roles/constants";
import { failureOf } from "~/forms/result";
import { Forbidden } from "~/gateway-client/errors";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { ListHead } from "../fields/list-head";
import { ModeratorScreen } from "../frame";
import styles from "../module/module.module.css";
import { GrantForm } from "./grant-form";
import { Holder } from "./holder";
import { rolesAction } from "./roles.server";
import { rolesQuery } from "./roles-query.server";

/**
 * /moderator/roles: administrators grant, change and take back the roles of editors, lecturers, moderators and
 * analysts. Others go to the home page.
 */
export const loader = screenLoader({ query: rolesQuery }, async ({ scope, query }) => {
  const { role, uid, page } = query;
  const size = listSizeOf(scope, query.size);
  const list = await scope.gateway.call("roleList", { role, page, size }).catch(async (error: unknown) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  const chosen = list.holders.find(({ person, admin }) => person.uid === uid && !admin) ?? null;
  return { role, list, size, chosen: role === "moderator" ? null : chosen };
});
export const meta = screenMeta();
export const action = rolesAction;

export default function Roles() {
  const { role, list, size, chosen } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const answer = useActionData();
  const { name, does } = roles[role];
  const here = (query: object = {}) => to(paths.moderation("roles", { role, ...query }));
  return (
    <ModeratorScreen title="角色">
      <Tabs
        label="角色"
        tabs={[
          ...roleNames.map((each) => ({
            name: roles[each].name,
            href: to(paths.moderation("roles", { role: each })),
            current: each === role,
          })),
          { name: "管理员", href: to(paths.moderation("administrators")), current: false },
        ]}
      />
      <p className={styles.none}>
        {name}：{does}。授予、改动和收回都记在管理日志里，并通知本人。
      </p>
      <p className={`sentence ${styles.none}`}>
        活动的组织者和评委不在这里任命：在
        <Link to={to(staffPaths.contentPieces("activities"))} prefetch="none">
          各个活动的编辑页
        </Link>
        里填。
      </p>
      {list.holders.length === 0 ? (
        <EmptyState title={`还没有${name}`} text="在下面任命一位，对方马上就能用。" />
      ) : (
        <>
          <ListHead
            total={list.total}
            words={`位${name}`}
            visible={list.holders.length}
            size={size}
            chosen={false}
          />
          <ul className={styles.rows}>
            {list.holders.map((holder) => (
              <Holder
                key={holder.person.uid}
                role={role}
                holder={holder}
                change={`${here({ uid: holder.person.uid, page: list.page > 1 ? list.page : undefined })}#grant`}
              />
            ))}
          </ul>
          <Pagination page={list.page} pages={list.pages} href={(page) => here({ page })} />
        </>
      )}
      <GrantForm
        key={`${role} ${chosen?.person.uid ?? ""}`}
        role={role}
        chosen={chosen}
        choices={list.choices}
        failure={failureOf(answer, "grant")}
        blank={here()}
      />
    </ModeratorScreen>
  );
}
