import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { longId } from "contract/base/fields";
import { logActionNames, logActions } from "contract/moderation/actions";
import type { z } from "zod";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Turning } from "~/ui/pagination";
import styles from "../fields/filter.module.css";
import { withDays } from "../fields/filter-query";
import { ModeratorScreen } from "../frame";
import { useOverview } from "../use-overview";
import { logQuery } from "./log-query";
import { LogEntry } from "./log-row";

const query = logQuery.extend({ before: longId.optional().catch(undefined) });

/** /moderator/log: who did what, newest first, one row per action (spec 7.2, management log). */
export const loader = screenLoader({ query }, async ({ scope, query: filters }) => {
  // Within one batch the log has a row for each thing.
  const whole = filters.batch === undefined;
  return { log: await scope.gateway.call("managementLog", { ...withDays(filters), whole }), filters };
});
export const meta = screenMeta();

export default function Log() {
  const { log, filters } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const { search } = useLocation();
  const last = log.rows.at(-1);
  const older = new URLSearchParams(search);
  if (last) older.set("before", String(last.id));
  const newest = new URLSearchParams(search);
  newest.delete("before");
  return (
    <ModeratorScreen title="管理日志">
      <Filter filters={filters} sections={overview?.sections ?? []} action={to(paths.moderation("log"))} />
      <p className="facts">
        <span>每一条都和前一条连在一起，谁也不能改、不能删。</span>
        <a href={`${staffPaths.moderationLogTable()}?${newest}`}>导出 CSV</a>
        {filters.batch ? (
          <Link to={to(paths.moderation("batch", { id: filters.batch }))} prefetch="none">
            这次操作的结果和撤销
          </Link>
        ) : null}
      </p>
      {log.rows.length === 0 ? (
        <EmptyState title="没有符合条件的记录" text="换个条件再找找看。" />
      ) : (
        <ol className={styles.rows}>
          {log.rows.map((row) => (
            <LogEntry key={row.id} row={row} />
          ))}
        </ol>
      )}
      <Turning
        previous={filters.before === undefined ? null : `${to(paths.moderation("log"))}?${newest}`}
        next={log.more ? `${to(paths.moderation("log"))}?${older}` : null}
      />
    </ModeratorScreen>
  );
}

function Filter({
  filters,
  sections,
  action,
}: {
  filters: z.output<typeof query>;
  sections: { fid: number; name: string }[];
  action: string;
}) {
  const texts = [
    ["operator", "操作人（昵称或 uid）", "text"],
    ["person", "涉及的用户", "text"],
    ["keyword", "理由里的词", "text"],
    ["batch", "操作批次编号", "number"],
    ["since", "不早于", "date"],
    ["to", "不晚于", "date"],
  ] as const;
  return (
    <FilterForm id="filter" values={filters} action={action} className={styles.filter} aria-label="筛选日志">
      <SelectField label="操作" name="action">
        <option value="">全部操作</option>
        <Options of={logActionNames.map((name) => [name, logActions[name]] as const)} />
      </SelectField>
      <SelectField label="版块" name="fid">
        <option value="">全部</option>
        <Options of={sections.map(({ fid, name }) => [String(fid), name] as const)} />
      </SelectField>
      {texts.map(([name, label, type]) => (
        <TextField key={name} label={label} type={type} name={name} maxLength={40} />
      ))}
      <button type="submit" className="button" data-primary>
        查找
      </button>
    </FilterForm>
  );
}
