import { Link, useLoaderData } from "@remix-run/react";
import { id } from "contract/base/fields";
import { z } from "zod";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { ModeratorScreen } from "../frame";
import styles from "../module/module.module.css";
import { ArchiveForm } from "./archive-form";
import { Group } from "./group";
import { CreateForm, UpdateForm } from "./names-form";
import { sectionsAction } from "./sections.server";

const query = z.object({ fid: id.optional().catch(undefined) });

/**
 * /moderator/sections: administrators create sections, rename, order and archive them, and arrange their groups. Others
 * go to the home page.
 */
export const loader = screenLoader({ query, missing: "没有这个版块" }, async ({ scope, query: { fid } }) => {
  const { groups } = await scope.gateway.call("sectionArrangement", {}).catch(async (error: unknown) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  if (fid === undefined) return { groups, chosen: null };
  const group = groups.find(({ sections }) => sections.some((section) => section.fid === fid));
  const section = group?.sections.find((each) => each.fid === fid) ?? notFound(scope, "没有这个版块");
  return { groups, chosen: { ...section, group: group?.name ?? "" } };
});
export const meta = screenMeta();
export const action = sectionsAction;

export default function Sections() {
  const { groups, chosen } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const groupNames = groups.map(({ name }) => name);
  if (chosen)
    return (
      <ModeratorScreen title={`版块「${chosen.name}」`}>
        <p className={styles.none}>
          <Link to={to(paths.moderation("sections"))}>回到全部版块</Link>　介绍、版规、分类和版主在
          <Link to={to(paths.moderation("module", { fid: chosen.fid }))}>版块管理</Link>里改。
        </p>
        <UpdateForm section={chosen} groups={groupNames} />
        <ArchiveForm section={chosen} />
      </ModeratorScreen>
    );
  return (
    <ModeratorScreen title="版块与分区">
      <p className={styles.none}>
        版块的地址不随名称、分区和顺序变。在这里改过的，之后装载内容包不再改。改动马上生效，记在管理日志里。
      </p>
      {groups.length === 0 ? (
        <EmptyState title="还没有版块" text="在下面新建第一个，分区随它一起建立。" />
      ) : null}
      {groups.map((group, index) => (
        <Group key={group.name} group={group} place={index + 1} count={groups.length} />
      ))}
      <CreateForm groups={groupNames} />
    </ModeratorScreen>
  );
}
