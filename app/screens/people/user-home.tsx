import { useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { MissingPart } from "~/failure/missing-part";
import { ListBar, ListPage, RailBox, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { profileData } from "~/metadata/structured-data.server";
import { restricts } from "~/moderation/restrict.server";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { HomeCard, Skills } from "./home-card";
import { HomeList } from "./home-list";
import { type HomeTab, homeTabs, tabNames } from "./tabs";
import { homeQuery, looksAsModerator, readHomeList, readRestriction } from "./user-home.server";

/** Only moderators load this code. */
const RestrictDialog = lazy(chunk(() => import("./restrict-dialog")));

/** /userhomepage?uid: a member's card, texts, favourites and follows; each part has an address (spec 2.1). */
export const loader = screenLoader(
  { query: homeQuery, missing: "没有这个用户" },
  async ({ scope, query: { uid, tab, moderate, page } }) => {
    const [card, list, restriction, moderates] = await Promise.all([
      scope.gateway.call("authorInfo", { uid }),
      readHomeList(scope, { uid, tab, page }),
      moderate ? readRestriction(scope, uid) : null,
      looksAsModerator(scope),
    ]);
    if (!card.closed) scope.page.structuredData.push(profileData(scope, card));
    return { card, tab, list, restriction, moderates };
  },
);
export const meta = screenMeta<typeof loader>({
  title: ({ card, tab }) => (tab === "topics" ? card.nickName : `${card.nickName}的${tabNames[tab]}`),
  description: ({ card }) => card.intro || `${card.nickName}的主页：发表的主题和回复`,
  head: ({ card, list }) => ({
    type: "profile" as const,
    ...(list && "page" in list ? { page: list.page } : {}),
    feed: { title: card.nickName, path: paths.feed("user", card.uid) },
  }),
});

export const action = screenAction(
  { query: homeQuery },
  { restrict: restricts(({ query: { uid } }) => paths.user(uid)) },
);

export default function UserHome() {
  const { card, tab, list, restriction, moderates } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const own = useRoot()?.me?.uid === card.uid;
  if (card.closed)
    return (
      <ListPage label="个人信息" rail={null}>
        <EmptyState
          page
          title={card.nickName}
          text="这个账号已注销。TA 发表过的帖子和回复仍以匿名方式保留。"
        />
      </ListPage>
    );
  const href = (name: HomeTab, page = 1) =>
    to(name === "topics" ? paths.user(card.uid) : paths.user(card.uid, name)) +
    (page > 1 ? `&page=${page}` : "");
  const counts: Partial<Record<HomeTab, number>> = {
    topics: card.topics,
    replies: card.posts - card.topics,
    following: card.following,
    followers: card.followers,
  };
  const visibleTabs = homeTabs.filter(
    (name) => name !== "favorites" || own || card.favoritesPublic || tab === "favorites",
  );
  const tabs = visibleTabs.map((name) => {
    const count = counts[name];
    return {
      name: count === undefined ? tabNames[name] : `${tabNames[name]} ${count}`,
      href: href(name),
      current: name === tab,
    };
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
      {restriction ? (
        <Suspense>
          <RestrictDialog {...restriction} />
        </Suspense>
      ) : null}
      <HomeCard card={card} own={own} moderates={moderates} />
      <ListBar>
        <Tabs label="主页内容" tabs={tabs} />
      </ListBar>
      {list?.tab === "missing" ? (
        <MissingPart name={tabNames[tab]} />
      ) : (
        <HomeList card={card} own={own} list={list} />
      )}
      {list && "pages" in list ? (
        <Pagination page={list.page} pages={list.pages} href={(page) => href(tab, page)} />
      ) : null}
    </ListPage>
  );
}
