import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { id } from "contract/base/fields";
import { tagFollowsMax, tagMax } from "contract/forum/constants";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { type Choice, ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { mainIntent, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { Icon } from "~/ui/icon";
import { MyTags } from "./my-tags";
import { TagList } from "./tag-list";
import { TagMap } from "./tag-map";
import styles from "./tags.module.css";
import { tagsQuery, tagsView } from "./tags.server";

/**
 * /tags: the tag map; `all` lists every tag, sorted and searched; `mine` the followed tags with their newest topics
 * (spec 2.1, 7.2).
 */
export const loader = screenLoader({ query: tagsQuery }, async ({ scope, query }) => {
  const { q, order, page } = query;
  const view = tagsView(query);
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "技术论坛", path: paths.forum() },
      { name: "标签", path: paths.tags() },
    ]),
  );
  const isMine = view === "mine";
  const [map, list, followed, topics] = await Promise.all([
    view === "all" ? null : scope.gateway.call("tagMap", {}),
    view === "all" ? scope.gateway.call("forumTagList", { text: q, order, page }) : null,
    isMine ? scope.gateway.call("followedTags", {}) : null,
    isMine ? orWithout(scope, scope.gateway.call("followedTagPosts", { page }), null) : null,
  ]);
  return {
    query: { view, q, order },
    groups: map?.groups ?? [],
    list,
    followed: followed?.tags ?? [],
    topics,
  };
});
export const meta = screenMeta({
  description: () => "按芯片、系统、接口和话题找帖子，关注感兴趣的标签，第一时间看到新内容。",
});

const saveSchema = z.object({
  ids: z.array(id).max(tagFollowsMax, `最多关注 ${tagFollowsMax} 个标签`).default([]),
});

export const action = screenAction(
  {},
  {
    ...mainIntent(
      "save",
      submitted(saveSchema, async ({ ids }, { scope, done }) => {
        const { tags } = await scope.gateway.call("saveTagFollow", { ids });
        return done(
          paths.tags("mine"),
          tags.length > 0 ? `已关注 ${tags.length} 个标签` : "已取消所有标签的关注",
        );
      }),
    ),
  },
);

const views = [
  { view: "map", name: "标签地图" },
  { view: "all", name: "全部标签" },
  { view: "mine", name: "我关注的" },
] as const;

export default function Tags() {
  const { query, groups, list, followed, topics } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const tabs = views.map(
    ({ view, name }): Choice => ({
      name,
      href: to(paths.tags(view === "map" ? undefined : view)),
      current: query.view === view,
    }),
  );
  return (
    <div className={styles.screen}>
      <header className={`surface ${styles.head}`}>
        <div className={styles.intro}>
          <div>
            <h1>标签</h1>
            <p>标签把不同版块里的同一个话题连起来。关注它，新帖会出现在“我关注的”里。</p>
          </div>
          <TagSearch text={query.q} />
        </div>
        <ListBar>
          <Tabs label="标签的看法" tabs={tabs} />
        </ListBar>
      </header>
      {query.view === "map" ? <TagMap groups={groups} /> : null}
      {list ? <TagList list={list} query={query} /> : null}
      {query.view === "mine" ? <MyTags topics={topics} followed={followed} groups={groups} /> : null}
    </div>
  );
}

function TagSearch({ text }: { text: string }) {
  const { pathname } = useLocation();
  return (
    <Form method="get" action={pathname} className={styles.search} key={text}>
      <label htmlFor="tag-search" className="visually-hidden">
        查找标签
      </label>
      <input
        id="tag-search"
        className="plain-input"
        type="search"
        name="q"
        defaultValue={text}
        maxLength={tagMax}
        placeholder="查找标签，如 UART"
        autoComplete="off"
      />
      <button type="submit" className="button">
        <Icon name="search" />
        查找
      </button>
    </Form>
  );
}
