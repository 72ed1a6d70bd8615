import { Link } from "@remix-run/react";
import type { Member } from "contract/moderation/members/calls";
import { formatDay } from "~/format/time";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { restrictionsOf, rolesOf, typeOf } from "./member-words";
import styles from "./members.module.css";

/** Members, each with what an administrator wants to know at once; the name leads to all records and notes. */
export function MemberRows({ items }: { items: Member[] }) {
  return (
    <ul className={styles.rows}>
      {items.map((member) => (
        <MemberRow key={member.person.uid} member={member} />
      ))}
    </ul>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { to } = useShell();
  const { person, joinedAt, lastSeenDay, topics, posts, penalties, region, notes, note } = member;
  const records = to(paths.moderation("forbiddenUser", { uid: person.uid }));
  const type = typeOf(member);
  return (
    <li>
      <Avatar icon={person.icon} />
      <div className={styles.text}>
        <p className={styles.name}>
          <Link to={records} prefetch="none">
            {person.nickName}
          </Link>
          {rolesOf(member).map((words) => (
            <span key={words} className={styles.role}>
              {words}
            </span>
          ))}
          {restrictionsOf(member).map((words) => (
            <span key={words} className={styles.restricted}>
              {words}
            </span>
          ))}
        </p>
        <p className="facts">
          <span>uid {person.uid}</span>
          <span>注册 {formatDay(joinedAt)}</span>
          <span>{lastSeenDay ? `最近来过 ${lastSeenDay}` : "没有来访记录"}</span>
          <span>
            主题 {topics}，全部帖子 {posts}
          </span>
          {type ? <span>{type}</span> : null}
          {region ? <span>{region}</span> : null}
        </p>
        {penalties + notes > 0 ? (
          <p className="facts">
            {penalties > 0 ? <span>处罚记录 {penalties} 条</span> : null}
            {notes > 0 ? (
              <span className={styles.noted}>
                备注 {notes} 条：{note}
              </span>
            ) : null}
          </p>
        ) : null}
      </div>
      <Link className={styles.home} to={to(paths.user(person.uid))} prefetch="none">
        主页<span className="visually-hidden">：{person.nickName}</span>
      </Link>
    </li>
  );
}
