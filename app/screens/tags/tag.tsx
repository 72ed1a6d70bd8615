import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { MissingPart } from "~/failure/missing-part";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { listAddress } from "~/lists/kit/list-address";
import { Choices, ListBar, ListPage, RailBox, TagChips } from "~/lists/list-page";
import { NewTopicButton } from "~/lists/new-topic-button";
import { MarkedRow } from "~/lists/reading/marked-row";
import { readMarks } from "~/lists/reading/read-marks.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Avatar } from "~/ui/avatar";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import styles from "./tags.module.css";

/** Only who has a preview's address loads this code. */
const PreviewNote = lazy(
  chunk(() => import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }))),
);

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({
    only: z.enum(["solved", "unsolved"]).optional().catch(undefined),
    order: z.enum(["reply", "new"]).catch("reply"),
    page: pageNumber,
    preview: previewQuery,
  }),
  missing: "没有这个标签",
};

const { listHref } = listAddress<z.output<typeof inputs.query>>({
  usual: { order: "reply" },
  narrowing: ["only"],
});

/** /tags/{id}: a tag with its topics, related tags, and the people who know about it (spec 2.1). */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: filters }) => {
  const { only, preview, ...query } = filters;
  const [tag, list] = await Promise.all([
    scope.gateway.call("tagDetail", preview === undefined ? { id } : { id, preview }),
    // A tag that is not published yet has no topics to ask for.
    preview === undefined
      ? orWithout(
          scope,
          scope.gateway.call("tagTopicList", { id, ...query, ...(only ? { only } : {}) }),
          null,
        )
      : null,
  ]);
  const steps = [
    { name: "技术论坛", path: paths.forum() },
    { name: "标签", path: paths.tags() },
    { name: tag.name, path: paths.tag(tag.id) },
  ];
  scope.page.structuredData.push(breadcrumbData(scope, steps));
  return { tag, list, query: filters, marks: await readMarks(scope, list) };
});
export const meta = screenMeta<typeof loader>({
  title: ({ tag }) => `#${tag.name}`,
  description: ({ tag }) => tag.summary || `带有“${tag.name}”标签的帖子`,
  head: ({ tag, list }) => ({
    indexed: !tag.preview,
    page: list?.page ?? 1,
    feed: { title: `#${tag.name}`, path: paths.feed("tag", tag.id) },
  }),
});

const filters = [
  { only: undefined, name: "全部" },
  { only: "unsolved", name: "待解决" },
  { only: "solved", name: "已解决" },
] as const;
const orders = [
  { order: "reply", name: "最新回复" },
  { order: "new", name: "最新发布" },
] as const;

export default function Tag() {
  const { tag, list, query, marks } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const href = (change: Partial<typeof query>) => listHref(pathname, query, change);
  const rail = (
    <>
      <NewTopicButton />
      {tag.related.length > 0 ? (
        <RailBox title="相关标签">
          <TagChips
            tags={tag.related.map(({ topics: count, ...one }) => ({ ...one, count }))}
            unit="个帖子同时带有两个标签"
          />
        </RailBox>
      ) : null}
      {tag.people.length > 0 ? (
        <RailBox title="懂这个话题的人">
          <ul className={styles.people}>
            {tag.people.map((person) => (
              <li key={person.uid}>
                <Avatar icon={person.icon} size={32} />
                <div>
                  <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
                  <p>
                    {shortCount(person.posts)} 条回复
                    {person.accepted > 0 ? ` · ${person.accepted} 次被采纳` : ""}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
    </>
  );
  return (
    <ListPage label="标签信息" rail={rail}>
      <header className={styles.tagHead}>
        <div>
          <h1>
            <span aria-hidden="true">#</span>
            {tag.name}
          </h1>
          {tag.summary ? <p>{tag.summary}</p> : null}
          <p className={styles.facts}>
            <Link to={to(paths.tags())}>{tag.group || "全部标签"}</Link>
            <span>{shortCount(tag.topics)} 个帖子</span>
            <span>{shortCount(tag.followers)} 人关注</span>
          </p>
        </div>
        {tag.preview ? null : (
          <FollowButton kind="tag" target={tag.id} followed={tag.followed} name={tag.name} />
        )}
      </header>
      {tag.preview ? (
        <Suspense>
          <PreviewNote kind="tags" contentKey={String(tag.id)} />
        </Suspense>
      ) : (
        <TagTopics list={list} query={query} href={href} marks={marks} />
      )}
    </ListPage>
  );
}

interface TopicsProps
  extends Pick<ReturnType<typeof useLoaderData<typeof loader>>, "list" | "query" | "marks"> {
  href(change: Partial<z.output<typeof inputs.query>>): string;
}

/** The tag's topics, with the choices of their list. */
function TagTopics({ list, query, href, marks }: TopicsProps) {
  return (
    <>
      <ListBar>
        <Choices
          label="筛选"
          choices={filters.map(({ only, name }) => ({
            name,
            href: href({ only }),
            current: query.only === only,
          }))}
        />
        <Choices
          label="排序"
          choices={orders.map(({ order, name }) => ({
            name,
            href: href({ order }),
            current: query.order === order,
          }))}
        />
      </ListBar>
      {list === null ? (
        <MissingPart name="帖子" />
      ) : list.topics.length === 0 ? (
        <EmptyState
          title={query.only ? "没有符合条件的帖子" : "这个标签下还没有帖子"}
          text={query.only ? "换个筛选看看。" : "发帖时加上它，你就是第一个。"}
        />
      ) : (
        <ul>
          {list.topics.map((topic) => (
            <MarkedRow key={topic.tid} topic={topic} marks={marks} showPinned={false} />
          ))}
        </ul>
      )}
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} /> : null}
    </>
  );
}
