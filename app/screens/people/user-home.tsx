import { useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { EmptyState } from "~/components/empty-state";
import { ListBar, ListPage, RailBox, Tabs } from "~/components/list-page";
import { Pagination } from "~/components/pagination";
import { paths } from "~/paths";
import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { profileData } from "~/routing/structured-data.server";
import { useRoot, useShell } from "~/shells/use-shell";
import { HomeCard, Skills } from "./home-card";
import { HomeList } from "./home-list";
import { type HomeTab, homeTabs, tabNames } from "./tabs";
import { readHomeList, readHomeQuery } from "./user-home.server";

/** /userhomepage?uid: a member's card and what they wrote, keep, and follow; each part an address (spec 2.1). */
export const loader = screenLoader(async ({ scope, url }) => {
  const { uid, tab, page } = readHomeQuery(url);
  if (uid === null) return notFound(scope, "没有这个用户");
  const [card, list] = await Promise.all([scope.gateway.call("authorInfo", { uid }), readHomeList(scope, { uid, tab, page })]);
  if (!card.closed) scope.structuredData.push(profileData(scope, card));
  return { card, tab, list };
});
type Loaded = { card: CallResponse<"authorInfo">; tab: HomeTab; list: { page: number } | null };
export const meta = screenMeta<Loaded>(
  ({ card, tab }) => (tab === "topics" ? card.nickName : `${card.nickName}的${tabNames[tab]}`),
  ({ card }) => card.intro || `${card.nickName}的主页：发表的主题和回复`,
  ({ card, list }) => ({
    type: "profile" as const,
    ...(list ? { page: list.page } : {}),
    feed: { title: card.nickName, path: paths.feed("user", card.uid) },
  }),
);

export default function UserHome() {
  const { card, tab, list } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const own = useRoot()?.me?.uid === card.uid;
  if (card.closed)
    return (
      <ListPage label="个人信息" rail={null}>
        <EmptyState page title={card.nickName} text="这个账号已注销。TA 发表过的帖子和回复仍以匿名方式保留。" />
      </ListPage>
    );
  const href = (name: HomeTab, page = 1) =>
    to(name === "topics" ? paths.user(card.uid) : paths.user(card.uid, name)) + (page > 1 ? `&page=${page}` : "");
  const counts: Partial<Record<HomeTab, number>> = {
    topics: card.topics,
    replies: card.posts - card.topics,
    following: card.following,
    followers: card.followers,
  };
  const shown = homeTabs.filter((name) => name !== "favorites" || own || card.favoritesPublic || tab === "favorites");
  const tabs = shown.map((name) => {
    const count = counts[name];
    return { name: count === undefined ? tabNames[name] : `${tabNames[name]} ${count}`, href: href(name), current: name === tab };
  });
  return (
    <ListPage
      label="个人信息"
      rail={
        card.skills.length > 0 ? (
          <RailBox title="擅长的话题">
            <Skills skills={card.skills} />
          </RailBox>
        ) : null
      }
    >
      <HomeCard card={card} own={own} />
      <ListBar>
        <Tabs label="主页内容" tabs={tabs} />
      </ListBar>
      <HomeList card={card} own={own} list={list} />
      {list ? <Pagination page={list.page} pages={list.pages} href={(page) => href(tab, page)} /> : null}
    </ListPage>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
