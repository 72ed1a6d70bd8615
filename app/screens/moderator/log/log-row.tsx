import { Link } from "@remix-run/react";
import { type LogAction, logActions } from "contract/moderation/actions";
import type { LogRow, LogThing } from "contract/moderation/calls";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import filter from "../fields/filter.module.css";
import styles from "./log.module.css";
import { changesOf, targetName } from "./words";

/** The number of titles in a folded row. */
const visibleTitles = 2;

/** One row of the log: who did what, to what, and why. A row of many things unfolds. */
export function LogEntry({ row }: { row: LogRow }) {
  const { to } = useShell();
  const { operator, section, batch, count, things } = row;
  const many = count > 1;
  return (
    <li>
      <p>
        <strong>{operator ? operator.nickName : "系统"}</strong> {logActions[row.action as LogAction]}{" "}
        {many ? `${count} 项` : <Target thing={row} />}
      </p>
      {many ? (
        <details className={styles.things}>
          <summary>{foldedTitles(row)}</summary>
          <ul>
            {things.map((thing) => (
              <li key={thing.id}>
                <p>
                  <Target thing={thing} />
                </p>
                <Changes of={thing} />
              </li>
            ))}
          </ul>
          {count > things.length && batch ? (
            <p>
              <Link to={to(paths.moderation("log", { batch }))} prefetch="none">
                全部 {count} 项
              </Link>
            </p>
          ) : null}
        </details>
      ) : (
        <Changes of={row} />
      )}
      <p className="facts">
        <span>#{row.id}</span>
        <RelativeTime at={row.at} />
        {section ? <span>{section.name}</span> : null}
        {row.reason ? <span>理由：{row.reason}</span> : null}
        {batch ? (
          <Link to={to(paths.moderation("batch", { id: batch }))} prefetch="none">
            第 {batch} 次操作
          </Link>
        ) : null}
      </p>
    </li>
  );
}

/** The summary of a folded row: the first titles, or the kind of its things. */
function foldedTitles({ things, count }: LogRow): string {
  const titles = [...new Set(things.flatMap(({ text }) => (text ? [text.title] : [])))];
  if (titles.length === 0) return `看这 ${count} 项`;
  const first = titles.slice(0, visibleTitles).map((title) => `「${title}」`);
  return count > first.length ? `${first.join("")}等 ${count} 项` : first.join("");
}

function Target({ thing }: { thing: LogThing }) {
  const { to } = useShell();
  const { text, person, targetKind, targetId } = thing;
  const name = targetName(thing);
  const tid = text?.tid ?? (targetKind === "topic" ? targetId : null);
  return (
    <>
      {tid === null ? (
        name
      ) : (
        <Link to={to(paths.topic(tid, text?.pid ? { pid: text.pid } : {}))} prefetch="none">
          {name}
        </Link>
      )}
      {person ? (
        <>
          {" · "}
          <Link to={to(paths.user(person.uid))} prefetch="none">
            {person.nickName}
          </Link>
        </>
      ) : null}
    </>
  );
}

const Changes = ({ of }: { of: LogThing }) => (
  <>
    {changesOf(of).map((change) => (
      <p key={change} className={filter.change}>
        {change}
      </p>
    ))}
  </>
);
