import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { id } from "contract/base/fields";
import { type LogAction, logActionNames, logActions } from "contract/moderation/actions";
import type { LogRow } from "contract/moderation/calls";
import type { z } from "zod/v4";
import { PlainField, PlainInput } from "~/forms/plain-field";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Turning } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./fields/filter.module.css";
import { withDays } from "./fields/filter-query";
import { ModeratorFrame } from "./frame";
import { loadFrame } from "./load-frame.server";
import { logQuery } from "./log/log-query";
import { changesOf, targetName } from "./log/words";

const query = logQuery.extend({ before: id.optional().catch(undefined) });

/** /moderator/log: who did what, newest first (spec 7.2, management log). */
export const loader = screenLoader({ query }, async ({ scope, query: asked }) => {
  const [frame, log] = await Promise.all([
    loadFrame(scope),
    scope.gateway.call("managementLog", withDays(asked)),
  ]);
  return { frame, log, asked };
});
export const meta = screenMeta();

export default function Log() {
  const { frame, log, asked } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { search } = useLocation();
  const last = log.rows.at(-1);
  const older = new URLSearchParams(search);
  if (last) older.set("before", String(last.id));
  const newest = new URLSearchParams(search);
  newest.delete("before");
  return (
    <ModeratorFrame title="管理日志" frame={frame}>
      <Filter asked={asked} sections={frame?.sections ?? []} action={to("/moderator/log")} />
      <p className="facts">
        <span>每一条都和前一条连在一起，谁也不能改、不能删。</span>
        <a href={`/moderator/log.csv?${newest}`} download="moderation-log.csv">
          导出 CSV
        </a>
        {asked.batch ? (
          <Link to={`${to("/moderator/batch")}?id=${asked.batch}`} prefetch="none">
            这次操作的结果和撤销
          </Link>
        ) : null}
      </p>
      {log.rows.length === 0 ? (
        <EmptyState title="没有符合条件的记录" text="换个条件再找找看。" />
      ) : (
        <ol className={styles.rows}>
          {log.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ol>
      )}
      <Turning
        previous={asked.before === undefined ? null : `${to("/moderator/log")}?${newest}`}
        next={log.more ? `${to("/moderator/log")}?${older}` : null}
      />
    </ModeratorFrame>
  );
}

function Row({ row }: { row: LogRow }) {
  const { to } = useShell();
  const { operator, person, section, batch, targetKind, targetId } = row;
  const target = targetName(row);
  return (
    <li>
      <p>
        <strong>{operator ? operator.nickName : "系统"}</strong> {logActions[row.action as LogAction]}{" "}
        {targetKind === "topic" && targetId !== null ? (
          <Link to={to(paths.topic(targetId))} prefetch="none">
            {target}
          </Link>
        ) : (
          target
        )}
        {person ? (
          <>
            {" · "}
            <Link to={to(paths.user(person.uid))} prefetch="none">
              {person.nickName}
            </Link>
          </>
        ) : null}
      </p>
      {changesOf(row).map((change) => (
        <p key={change} className={styles.change}>
          {change}
        </p>
      ))}
      <p className="facts">
        <span>#{row.id}</span>
        <RelativeTime at={row.at} />
        {section ? <span>{section.name}</span> : null}
        {row.reason ? <span>理由：{row.reason}</span> : null}
        {batch ? (
          <Link to={`${to("/moderator/log")}?batch=${batch}`} prefetch="none">
            第 {batch} 次操作
          </Link>
        ) : null}
      </p>
    </li>
  );
}

function Filter({
  asked,
  sections,
  action,
}: {
  asked: z.output<typeof query>;
  sections: { fid: number; name: string }[];
  action: string;
}) {
  const texts = [
    ["operator", "操作人（昵称或 uid）", asked.operator, "text"],
    ["person", "涉及的用户", asked.person, "text"],
    ["keyword", "理由里的词", asked.keyword, "text"],
    ["batch", "操作批次编号", asked.batch ?? "", "number"],
    ["since", "不早于", asked.since ?? "", "date"],
    ["to", "不晚于", asked.to ?? "", "date"],
  ] as const;
  return (
    <form method="get" action={action} className={styles.filter} aria-label="筛选日志">
      <PlainField label="操作">
        {(control) => (
          <select {...control} name="action" defaultValue={asked.action ?? ""}>
            <option value="">全部操作</option>
            {logActionNames.map((name) => (
              <option key={name} value={name}>
                {logActions[name]}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      <PlainField label="版块">
        {(control) => (
          <select {...control} name="fid" defaultValue={asked.fid ?? ""}>
            <option value="">全部</option>
            {sections.map(({ fid, name }) => (
              <option key={fid} value={fid}>
                {name}
              </option>
            ))}
          </select>
        )}
      </PlainField>
      {texts.map(([name, label, value, type]) => (
        <PlainInput key={name} label={label} type={type} name={name} maxLength={40} defaultValue={value} />
      ))}
      <button type="submit" className="button" data-primary>
        查找
      </button>
    </form>
  );
}
