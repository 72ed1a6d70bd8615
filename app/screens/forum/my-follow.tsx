import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { FollowButton } from "~/lists/follow-button";
import { ListBar } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { MarkedRow, ReadAll } from "~/lists/reading/marked-row";
import { readMarks } from "~/lists/reading/read-marks.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { Pagination } from "~/ui/pagination";
import styles from "./forum.module.css";
import { ForumTabs, OrderChoices } from "./list-controls";
import { listHref } from "./list-query";
import { listQuery } from "./list-query.server";
import { useRail } from "./use-rail";

type Followed = CallResponse<"followedTopicList">["topics"][number];

/**
 * /forum/myfollow: topics of followed people, tags and sections, each with the reason why it is listed (spec 2.1,
 * 7.2).
 */
export const loader = screenLoader({ query: listQuery }, async ({ scope, query }) => {
  const list = await scope.gateway.call("followedTopicList", { page: query.page, order: query.order });
  // The list may also be empty because nothing is written yet in the followed sections.
  const isEmpty = list.total === 0 && list.topics.length === 0;
  const none = { sections: [] };
  const { sections } = isEmpty ? await orWithout(scope, scope.gateway.call("myForums", {}), none) : none;
  const marks = await readMarks(scope, list);
  return { list, query, marks, isEmpty, followedFids: sections.map(({ fid }) => fid) };
});
export const meta = screenMeta();

export default function MyFollow() {
  const { list, query, marks, isEmpty, followedFids } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <section className={`surface ${frame.list}`}>
      <h1 className="visually-hidden">我的关注</h1>
      <ListBar>
        <ForumTabs />
        <OrderChoices path={pathname} query={query} />
      </ListBar>
      {isEmpty ? (
        <Suggestions followedFids={followedFids} />
      ) : (
        <ul>
          {list.topics.map((topic) => (
            <MarkedRow key={topic.tid} topic={topic} marks={marks} showPinned={false}>
              <Reasons because={topic.because} />
            </MarkedRow>
          ))}
        </ul>
      )}
      <ReadAll marks={marks} />
      <Pagination page={list.page} pages={list.pages} href={(page) => listHref(pathname, query, { page })} />
    </section>
  );
}

const reasons = {
  topic: { icon: "bell", name: "你关注的帖子", path: null },
  user: { icon: "user", name: "你关注的人", path: paths.user },
  tag: { icon: "hash", name: "你关注的标签", path: paths.tag },
  section: { icon: "folder", name: "你关注的版块", path: paths.section },
} as const;

/** The reasons why a topic is in the list, by kind. */
function Reasons({ because }: Pick<Followed, "because">) {
  const { to } = useShell();
  const kinds = (["topic", "user", "tag", "section"] as const).map((kind) => ({
    kind,
    ...reasons[kind],
    of: because.filter((each) => each.kind === kind),
  }));
  return (
    <p className={styles.because}>
      {kinds.map(({ kind, icon, name, path, of }) =>
        of.length === 0 ? null : (
          <span key={kind}>
            <Icon name={icon} />
            {name}
            {of.map((each) =>
              path ? (
                <Link key={each.target} to={to(path(each.target))}>
                  {each.name}
                </Link>
              ) : null,
            )}
          </span>
        ),
      )}
    </p>
  );
}

const suggestionsMax = 8;

/** Suggestions of sections to follow, for an empty list. */
function Suggestions({ followedFids }: { followedFids: number[] }) {
  const rail = useRail();
  const { to } = useShell();
  const sections = (rail?.groups ?? []).flatMap((group) => group.sections);
  const busiest = [...sections].sort((one, other) => other.topics - one.topics).slice(0, suggestionsMax);
  return (
    <>
      <EmptyState
        title="这里会有你关注的内容"
        text="关注感兴趣的版块、标签和人，他们的新帖就会出现在这里。"
      />
      <div id="topics" tabIndex={-1} className={styles.suggestions}>
        <h2>版块</h2>
        <ul className={styles.suggested}>
          {busiest.map((section) => (
            <li key={section.fid}>
              <Link to={to(paths.section(section.fid))}>
                <Icon name={section.icon as IconName} />
                {section.name}
              </Link>
              <FollowButton
                kind="section"
                target={section.fid}
                followed={followedFids.includes(section.fid)}
                name={section.name}
              />
            </li>
          ))}
        </ul>
        <h2>标签</h2>
        <ul className={styles.suggested}>
          {rail?.tags.slice(0, suggestionsMax).map((tag) => (
            <li key={tag.id}>
              <Link to={to(paths.tag(tag.id))}>
                <Icon name="hash" />
                {tag.name}
              </Link>
              <FollowButton kind="tag" target={tag.id} followed={false} name={tag.name} />
            </li>
          ))}
        </ul>
        <h2>人</h2>
        <ul className={styles.suggested}>
          {rail?.wellInformed.map((person) => (
            <li key={person.uid}>
              <Link to={to(paths.user(person.uid))}>
                <Avatar icon={person.icon} size={24} />
                {person.nickName}
              </Link>
              <FollowButton
                kind="user"
                target={person.uid}
                followed={person.followed}
                name={person.nickName}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
