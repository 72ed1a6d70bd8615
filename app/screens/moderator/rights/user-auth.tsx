import { useLoaderData } from "@remix-run/react";
import { id } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import { personValues, sectionRules } from "contract/moderation/sections/rights";
import { z } from "zod";
import { MissingForm } from "~/failure/missing-form";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import logStyles from "../fields/filter.module.css";
import { ModeratorScreen } from "../frame";
import { loadOverview } from "../overview.server";
import { useOverview } from "../use-overview";
import { Exceptions } from "./exceptions";
import { PersonRights } from "./person-rights";
import { SectionRules } from "./section-rules";

const query = z.object({
  fid: id.optional().catch(undefined),
  person: z.string().trim().max(40).catch(""),
  page: pageNumber,
});

/**
 * /moderator/userAuth: who may do what in a section, by the section's rules and by exceptions for single members (spec
 * 2.1, 7.2).
 */
export const loader = screenLoader({ query }, async ({ scope, query: filters }) => {
  const overview = filters.fid === undefined ? await loadOverview(scope) : undefined;
  const fid = filters.fid ?? overview?.sections[0]?.fid;
  const rights =
    fid === undefined ? null : await scope.gateway.call("userPermissionInfo", { ...filters, fid });
  return { rights, filters, isUnknown: overview === null };
});
export const meta = screenMeta();

export const action = screenAction(
  { query },
  {
    person: submitted(
      z.object({ fid: id, uid: id, reason, ...personValues.shape }),
      async ({ fid, uid, reason: why, ...rights }, { scope, here, done }) => {
        const { changed } = await scope.gateway.call("updateUserPermission", {
          fid,
          uid,
          rights,
          reason: why,
        });
        return done(here, changed > 0 ? `已修改 ${changed} 项权限` : "没有改动");
      },
    ),
    rules: submitted(
      z.object({ fid: id, reason, ...sectionRules.shape }),
      async ({ fid, reason: why, ...rules }, { scope, here, done }) => {
        const { changed } = await scope.gateway.call("updateForumRights", { fid, rules, reason: why });
        return done(here, changed > 0 ? `已修改 ${changed} 项默认权限` : "没有改动");
      },
    ),
  },
);

export default function UserAuth() {
  const { rights, filters, isUnknown } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const here = to(paths.moderation("userAuth"));
  if (rights === null)
    return (
      <ModeratorScreen title="用户授权">
        {isUnknown ? (
          <MissingForm name="版块列表" />
        ) : (
          <EmptyState title="没有可以管理的版块" text="管理员任命你为版主后，版块会列在这里。" />
        )}
      </ModeratorScreen>
    );
  const { fid } = rights.section;
  const ownSections = overview?.sections ?? [];
  const sections = ownSections.some((section) => section.fid === fid)
    ? ownSections
    : [rights.section, ...ownSections];
  const href = (page: number) => to(paths.moderation("userAuth", { fid, page }));
  return (
    <ModeratorScreen title="用户授权">
      <FilterForm
        key={fid}
        id="filter"
        values={{ fid, person: filters.person }}
        action={here}
        className={logStyles.filter}
        aria-label="选择版块和用户"
      >
        <SelectField label="版块" name="fid">
          <Options of={sections.map((section) => [String(section.fid), section.name] as const)} />
        </SelectField>
        <TextField label="用户（uid 或昵称）" name="person" maxLength={40} />
        <button type="submit" className="button" data-primary>
          查看
        </button>
      </FilterForm>
      {filters.person !== "" && !rights.person ? (
        <EmptyState title="没有这样的用户" text="核对一下 uid 或昵称，昵称要写全。" />
      ) : null}
      {rights.person ? (
        <PersonRights
          key={JSON.stringify(rights.person)}
          fid={fid}
          about={rights.person}
          admin={overview?.admin ?? false}
        />
      ) : null}
      <SectionRules
        key={JSON.stringify(rights.rules)}
        fid={fid}
        rules={rights.rules}
        admin={overview?.admin ?? false}
      />
      <Exceptions fid={fid} exceptions={rights.exceptions} />
      <Pagination page={rights.page} pages={rights.pages} href={href} />
    </ModeratorScreen>
  );
}
