import { Form, Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { searchesMax } from "contract/activities/constants";
import type { ReactNode } from "react";
import { FormToken } from "~/forms/field-parts";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./activity.module.css";
import type { LedTeam } from "./led-team.server";

type Found = CallResponse<"activityTeamSearches">;

/** Teams that look for people, and people who look for a team. They are reached by a message of the site, by nothing else. */
export function Searches({ id, found, led }: { id: number; found: Found; led: LedTeam | null }) {
  const { to } = useShell();
  const groups = [
    { title: "招募队友的队伍", items: found.items.filter(({ team }) => team !== null) },
    { title: "寻找队伍的人", items: found.items.filter(({ team }) => team === null) },
  ].filter(({ items }) => items.length > 0);
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="searches">
      <h2 id="searches">组队</h2>
      {groups.length === 0 ? <p className={styles.note}>还没有人招募队友或寻找队伍。</p> : null}
      {groups.map(({ title, items }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul className={styles.rows}>
            {items.map((item) => (
              <Item key={item.id} item={item}>
                {led && item.team === null && (item.category === "" || item.category === led.category) ? (
                  <Invite activity={id} person={item.person} led={led} />
                ) : null}
              </Item>
            ))}
          </ul>
        </div>
      ))}
      {found.more ? <p className={styles.note}>只显示最近的 {searchesMax} 条。</p> : null}
      <p className={`sentence ${styles.note}`}>
        报了名的人可以在
        <Link to={to(paths.activityTeam(id))} prefetch="none">
          我的队伍
        </Link>
        里招募队友，或者寻找队伍。
      </p>
    </section>
  );
}

interface InviteProps {
  activity: number;
  person: Found["items"][number]["person"];
  led: LedTeam;
}

/** Invites somebody who looks for a team, or takes that back: by the page of the captain's team, which leads back here. */
function Invite({ activity, person: { uid, nickName }, led }: InviteProps) {
  const { to } = useShell();
  const sent = led.invited.find((one) => one.uid === uid);
  return (
    <Form method="post" action={to(paths.activityTeam(activity))}>
      <FormToken />
      <input type="hidden" name="from" value="searches" />
      {sent ? null : <input type="hidden" name="nickName" value={nickName} />}
      <button
        type="submit"
        className="button"
        data-primary={sent ? undefined : true}
        name="intent"
        value={sent ? `withdraw:${sent.invitationId}` : "invite"}
        aria-label={sent ? `撤回对${nickName}的邀请` : `邀请${nickName}加入队伍`}
      >
        {sent ? "撤回邀请" : "邀请"}
      </button>
    </Form>
  );
}

interface ItemProps {
  item: Found["items"][number];
  /** What the reader can do beside writing to the person. */
  children: ReactNode;
}

function Item({ item: { team, person, text, category, at }, children }: ItemProps) {
  const { to } = useShell();
  return (
    <li>
      <div>
        <b>{team?.name ?? person.nickName}</b>
        <p>{text}</p>
        <p className="facts">
          {team ? (
            <>
              <span>还差 {team.free} 人</span>
              <span>
                队长 <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
              </span>
            </>
          ) : (
            <Link to={to(paths.user(person.uid))}>TA 的主页</Link>
          )}
          {category ? <span>{category}</span> : null}
          <RelativeTime at={at} />
        </p>
      </div>
      <div className={styles.buttons}>
        {children}
        <Link className="button" to={to(paths.conversation(person.uid))} prefetch="none">
          发私信<span className="visually-hidden">给 {person.nickName}</span>
        </Link>
      </div>
    </li>
  );
}
