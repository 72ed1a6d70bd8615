import { Link } from "@remix-run/react";
import type { FollowedPerson } from "contract/follows/calls";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { FollowButton } from "./follow-button";
import styles from "./person-row.module.css";

/** A person in a list, with a follow button. */
export function PersonRow({ person }: { person: FollowedPerson }) {
  const { to } = useShell();
  const tie = person.follows ? (person.followed ? "互相关注" : "关注了你") : null;
  return (
    <li className={styles.row}>
      <Avatar icon={person.icon} size={44} />
      <div className={styles.body}>
        <p className={styles.name}>
          <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
          {tie ? <span className="label">{tie}</span> : null}
        </p>
        <p className={styles.meta}>
          {person.intro ? <span className={styles.intro}>{person.intro}</span> : null}
          <span>{shortCount(person.followers)} 粉丝</span>
        </p>
      </div>
      <FollowButton kind="user" target={person.uid} followed={person.followed} name={person.nickName} />
    </li>
  );
}
