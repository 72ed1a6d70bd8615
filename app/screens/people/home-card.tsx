import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { roleNames } from "~/format/roles";
import { shortCount } from "~/format/text";
import { formatDay } from "~/format/time";
import { FollowButton } from "~/lists/follow-button";
import { BlockButton } from "~/lists/reading/block-button";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import styles from "./people.module.css";

type Card = CallResponse<"authorInfo">;

interface HomeCardProps {
  card: Card;
  own: boolean;
  /** The person who looks is a moderator. */
  moderates: boolean;
}

/** A member's card: who they are, and the thanks that they got from the community. */
export function HomeCard({ card, own, moderates }: HomeCardProps) {
  const { to } = useShell();
  const me = useRoot()?.me;
  const signedIn = me != null;
  const facts = [
    { name: "主题", count: card.topics },
    { name: "回复", count: card.posts - card.topics },
    { name: "获赞", count: card.likesReceived },
    { name: "被采纳", count: card.answersAccepted },
    { name: "粉丝", count: card.followers },
    { name: "关注", count: card.following },
  ];
  return (
    <header className={styles.card}>
      <Avatar icon={card.icon} size={80} />
      <div className={styles.who}>
        <h1>
          {card.nickName}
          {roleNames[card.role] ? (
            <span className="label" data-kind="current">
              {roleNames[card.role]}
            </span>
          ) : null}
        </h1>
        <p className={styles.intro}>
          {card.intro || (own ? "还没有写简介，让大家认识你。" : "这个人还没有写简介。")}
        </p>
        <p className={styles.joined}>{formatDay(card.joinedAt)} 加入社区</p>
      </div>
      <div className={styles.tools}>
        {own ? (
          <>
            <Link className="button" to={to(paths.personal("info"))}>
              <Icon name="pencil" />
              编辑资料
            </Link>{" "}
            <Link className="button" to={to(paths.personal("posts"))}>
              <Icon name="user" />
              个人中心
            </Link>
          </>
        ) : (
          <>
            <FollowButton kind="user" target={card.uid} followed={card.followed} name={card.nickName} />
            {moderates ? (
              <Link
                className="button"
                to={to(paths.moderatePerson(card.uid))}
                prefetch="none"
                preventScrollReset
              >
                <Icon name="flag" />
                警告或禁言
              </Link>
            ) : null}
            {signedIn ? <BlockButton uid={card.uid} name={card.nickName} blocked={card.blocked} /> : null}
            <Link className="button" to={to(paths.conversation(card.uid))} prefetch="none" rel="nofollow">
              <Icon name="message" />
              发私信
            </Link>{" "}
            <Link
              className="button"
              to={to(paths.complaint({ uid: card.uid }))}
              prefetch="none"
              rel="nofollow"
            >
              <Icon name="flag" />
              投诉
            </Link>
          </>
        )}
      </div>
      <dl className={styles.counts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>{shortCount(fact.count)}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** The tags with most of the member's replies. */
export function Skills({ skills }: Pick<Card, "skills">) {
  const { to } = useShell();
  return (
    <ul className={styles.skills}>
      {skills.map((skill) => (
        <li key={skill.id}>
          <Link to={to(paths.tag(skill.id))}>{skill.name}</Link>
          <span>
            {skill.posts} 条回复{skill.accepted > 0 ? ` · ${skill.accepted} 次被采纳` : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
