import { Link, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { RailBox, TagChips } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { NewTopicButton } from "~/lists/new-topic-button";
import { paths } from "~/navigation/paths";
import { routeId } from "~/navigation/screen-row";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { Banners } from "./banners";
import styles from "./forum.module.css";
import { SkipToTopics } from "./list-controls";
import type { Rail } from "./rail.server";
import type { loader as listLoader } from "./topic-list";
import { useRail } from "./use-rail";

/**
 * The frame of the forum's lists: banners above the first list, and beside it (below it under 1024 px and on h5) the
 * link to the editor, sections, tags and people.
 */
export function ForumFrame({ children }: { children: ReactNode }) {
  const { name } = useShell();
  const rail = useRail();
  const first = useRouteLoaderData<typeof listLoader>(routeId(name, { path: paths.forum() }));
  if (!rail) return children;
  return (
    <>
      <SkipToTopics />
      <Banners banners={first?.banners ?? []} />
      <div className={frame.page}>
        {children}
        <aside className={frame.rail} aria-label="论坛导览">
          <NewTopicButton />
          <SectionRail groups={rail.groups} />
          <HotTags tags={rail.tags} />
          <WellInformed people={rail.wellInformed} />
          <HeroRank people={rail.heroes} />
        </aside>
      </div>
    </>
  );
}

/** The forum's sections, by group. */
export function SectionRail({ groups }: Pick<Rail, "groups">) {
  const { to } = useShell();
  return (
    <>
      {groups.map((group) => (
        <RailBox key={group.name} title={group.name}>
          <ul>
            {group.sections.map((section) => (
              <li key={section.fid}>
                <Link to={to(paths.section(section.fid))} className={styles.sectionLink}>
                  <Icon name={section.icon as IconName} />
                  <span>{section.name}</span>
                  <span className={styles.sectionCount} title="帖子数">
                    {shortCount(section.topics)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </RailBox>
      ))}
    </>
  );
}

function HotTags({ tags }: Pick<Rail, "tags">) {
  if (tags.length === 0) return null;
  return (
    <RailBox title="热门标签">
      <TagChips tags={tags.map(({ id, name, topics }) => ({ id, name, count: topics }))} unit="个帖子" />
    </RailBox>
  );
}

/** The people with the most accepted answers, with buttons to follow them. */
export function WellInformed({ people }: { people: Rail["wellInformed"] }) {
  const { to } = useShell();
  if (people.length === 0) return null;
  return (
    <RailBox title="热心答主" note="按被采纳的回答">
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.uid}>
            <Avatar icon={person.icon} size={36} />
            <div>
              <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
              <p>
                采纳 {shortCount(person.answersAccepted)} · 获赞 {shortCount(person.likesReceived)}
              </p>
            </div>
            <FollowButton kind="user" target={person.uid} followed={person.followed} name={person.nickName} />
          </li>
        ))}
      </ul>
    </RailBox>
  );
}

function HeroRank({ people }: { people: Rail["heroes"] }) {
  const { to } = useShell();
  if (people.length === 0) return null;
  return (
    <RailBox title="英雄榜" note="近 30 天发言">
      <ol className={styles.heroes}>
        {people.map((person, index) => (
          <li key={person.uid}>
            <span className={styles.place}>{index + 1}</span>
            <Avatar icon={person.icon} size={24} />
            <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
            <span className={styles.sectionCount}>{shortCount(person.posts)} 条</span>
          </li>
        ))}
      </ol>
    </RailBox>
  );
}
