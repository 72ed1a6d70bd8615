import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { rightNames, rightValues } from "contract/moderation/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./rights.module.css";

type Exception = CallResponse<"userPermissionInfo">["exceptions"][number];

/** The members with exceptions in the section, the latest first. */
export function Exceptions({ fid, exceptions }: { fid: number; exceptions: Exception[] }) {
  const { to } = useShell();
  return (
    <section>
      <h2 className={styles.title}>单独设置过的用户</h2>
      {exceptions.length === 0 ? (
        <EmptyState title="没有例外" text="所有人都按版块的默认权限。" />
      ) : (
        <ul className={styles.exceptions}>
          {exceptions.map(({ person, right, value, by, at }) => (
            <li key={`${person.uid} ${right}`} className="facts">
              <Link
                to={`${to(paths.moderation("userAuth"))}?${new URLSearchParams({ fid: String(fid), person: String(person.uid) })}`}
                prefetch="none"
              >
                {person.nickName}
              </Link>
              <span>
                {rightNames[right]}：{rightValues[value]}
              </span>
              {by ? <span>{by.nickName} 设置</span> : null}
              <RelativeTime at={at} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
