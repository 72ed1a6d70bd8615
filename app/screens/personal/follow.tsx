import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { Choices, ListBar } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { ProductItems, SectionItems, TagItems } from "./followed-places";
import { LeveledTopics } from "./leveled-topics";
import { readLeveled } from "./leveled-topics.server";
import { PeopleList } from "./people-list";
import styles from "./personal.module.css";
import { PersonalScreen } from "./personal-frame";

const tabNames = { people: "人", sections: "版块", tags: "标签", topics: "帖子", products: "产品" } as const;
type Tab = keyof typeof tabNames;

const query = z.object({
  page: pageNumber,
  tab: z.enum(["people", "sections", "tags", "topics", "products"]).catch("people"),
});

/**
 * /personalCenter/follow: the people, sections, tags, topics and products that the member follows, with a button to
 * unfollow each (spec 2.1, 7.2 my follow info).
 */
export const loader = screenLoader({ query }, async ({ scope, query: { page, tab } }) => {
  const [people, sections, tags, topics, products] = await Promise.all([
    tab === "people" ? scope.gateway.call("myFollowInfo", { kind: "following", page }) : null,
    tab === "sections" ? scope.gateway.call("myForums", {}) : null,
    tab === "tags" ? scope.gateway.call("followedTags", {}) : null,
    tab === "topics" ? readLeveled(scope) : null,
    tab === "products" ? scope.gateway.call("followedProducts", { page }) : null,
  ]);
  return { tab, people, sections: sections?.sections ?? [], tags: tags?.tags ?? [], topics, products };
});
export const meta = screenMeta();

const empty: Record<Tab, { title: string; text: string; path: string; button: string }> = {
  people: {
    title: "你还没有关注别人",
    text: "在别人的主页或帖子旁点“关注”，TA 的新帖会出现在你的关注里。",
    path: paths.forum(),
    button: "去论坛看看",
  },
  sections: {
    title: "你还没有关注版块",
    text: "在版块页点“关注”，新帖会出现在你的关注里。",
    path: paths.forum(),
    button: "去看版块",
  },
  tags: {
    title: "你还没有关注标签",
    text: "选几个感兴趣的标签，找帖更快。",
    path: paths.tags("mine"),
    button: "选标签",
  },
  topics: {
    title: "你还没有关注或静音帖子",
    text: "在帖子下面点“关注主题”，有新回复会通知你；点“静音”就不再打扰你。",
    path: paths.forum(),
    button: "去论坛看看",
  },
  products: {
    title: "你还没有关注产品",
    text: "在产品页点“关注”，新版本、勘误和变更会通知你。",
    path: paths.products(),
    button: "去产品中心",
  },
};

export default function Follow() {
  const { tab, people, sections, tags, topics, products } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { to } = useShell();
  const { title, text, path, button } = empty[tab];
  const nothing = (
    <EmptyState title={title} text={text}>
      <Link className="button" data-primary to={to(path)}>
        {button}
      </Link>
    </EmptyState>
  );
  const choices = (Object.keys(tabNames) as Tab[]).map((name) => ({
    name: tabNames[name],
    href: name === "people" ? pathname : `${pathname}?tab=${name}`,
    current: name === tab,
  }));
  return (
    <PersonalScreen title="我的关注">
      <ListBar>
        <Choices label="关注的是什么" choices={choices} />
      </ListBar>
      {people ? <PeopleList list={people} empty={nothing} /> : null}
      {topics ? <LeveledTopics {...topics} empty={nothing} /> : null}
      {tab !== "people" && tab !== "topics" && sections.length + tags.length + (products?.total ?? 0) === 0
        ? nothing
        : null}
      {sections.length + tags.length > 0 ? (
        <ul className={styles.follows}>
          <SectionItems sections={sections} followed />
          <TagItems tags={tags} />
        </ul>
      ) : null}
      {products && products.total > 0 ? (
        <>
          <ul className={styles.follows}>
            <ProductItems products={products.products} />
          </ul>
          <Pagination
            page={products.page}
            pages={products.pages}
            href={(number) => `${pathname}?tab=products${number > 1 ? `&page=${number}` : ""}`}
          />
        </>
      ) : null}
    </PersonalScreen>
  );
}
