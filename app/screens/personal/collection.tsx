import { Form, Link, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { pageSize } from "contract/base/constants";
import { id } from "contract/base/fields";
import { titleMax } from "contract/forum/constants";
import { z } from "zod";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { failureOf } from "~/forms/result";
import { TopicRow } from "~/lists/topic-row";
import { screenMeta } from "~/metadata/screen-meta";
import { addressOf } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { CollectedWorks, CollectionTabs } from "./collected-works";
import { collectedWorks, workKinds, workSchema } from "./collected-works.server";
import { FavoritesVisibility } from "./favorites-visibility";
import { favoritesVisibility, favoritesVisibilityIntents } from "./favorites-visibility.server";
import styles from "./personal.module.css";
import { PersonalScreen } from "./personal-frame";

const query = z.object({
  kind: z.enum(workKinds).optional().catch(undefined),
  page: pageNumber,
  q: z
    .string()
    .default("")
    .transform((text) => text.slice(0, titleMax).trim()),
});

/**
 * /personalCenter/collection: the member's favourites (spec 2.1). The member searches them by title, removes them, and
 * makes them public or private. `kind` shows collected products, resources, videos, courses or lessons.
 */
export const loader = screenLoader({ query }, async ({ scope, query: { kind, page, q: text } }) => {
  if (kind) return { works: await collectedWorks(scope, kind, page) };
  const [list, visibility] = await Promise.all([
    scope.gateway.call("myFavorites", { page, text }),
    favoritesVisibility(scope),
  ]);
  return { works: null, list, text, visibility };
});
export const meta = screenMeta();

const removeSchema = z.object({ tid: id });
const removeGoneSchema = z.object({ gone: z.array(id).max(pageSize, "请刷新页面再试") });

export const action = screenAction(
  {},
  {
    ...favoritesVisibilityIntents,
    removeWork: submitted(workSchema, async ({ kind, target }, { scope, here, done }) => {
      await scope.gateway.call("collect", { kind, target, collected: false });
      return done(here, "已取消收藏");
    }),
    removeGone: submitted(removeGoneSchema, async ({ gone }, { scope, here, done }) => {
      for (const tid of gone) await scope.gateway.call("cancelFavorite", { tid });
      return done(here, "已移出收藏");
    }),
    remove: submitted(removeSchema, async ({ tid }, { scope, here, done }) => {
      await scope.gateway.call("cancelFavorite", { tid });
      return done(here, "已取消收藏");
    }),
  },
);
export const clientAction = keepOnNetworkFailure();

export default function Collection() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <PersonalScreen title="我的收藏">
      <CollectionTabs kind={loaded.works?.kind} />
      {loaded.works ? <CollectedWorks works={loaded.works} /> : <CollectedTopics {...loaded} />}
    </PersonalScreen>
  );
}

type Topics = Extract<Awaited<ReturnType<typeof loader>>, { works: null }>;

function CollectedTopics({ list, text, visibility }: Topics) {
  const answer = useActionData();
  const { pathname } = useLocation();
  const failure = ["remove", "removeGone", "show", "hide"]
    .map((intent) => failureOf(answer, intent))
    .find(Boolean);
  const href = (page: number) => addressOf(pathname, { q: text, page });
  return (
    <>
      <div className={styles.bar}>
        <Form method="get" className={styles.search} key={text}>
          <label htmlFor="favorite-search" className="visually-hidden">
            在收藏里按标题查找
          </label>
          <input
            id="favorite-search"
            className="plain-input"
            type="search"
            name="q"
            defaultValue={text}
            maxLength={titleMax}
            placeholder="按标题查找"
            autoComplete="off"
          />
          <button type="submit" className="button">
            <Icon name="search" />
            查找
          </button>
        </Form>
        {visibility ? (
          <Form method="post" className={styles.open} preventScrollReset replace>
            <FormToken />
            <FavoritesVisibility {...visibility} />
          </Form>
        ) : null}
      </div>
      <div className={styles.problems}>
        <FormProblems id="collection-problems" errors={failure?.result.error?.[""] ?? undefined} />
      </div>
      {list.gone.length > 0 ? (
        <Form method="post" className={styles.note} preventScrollReset replace>
          <FormToken />
          这一页有 {list.gone.length} 个收藏的帖子已被删除或暂时不可见。
          {list.gone.map((tid) => (
            <input key={tid} type="hidden" name="gone" value={tid} />
          ))}
          <button type="submit" className="link-button" name="intent" value="removeGone">
            把它们移出收藏
          </button>
        </Form>
      ) : null}
      {list.topics.length === 0 && list.gone.length === 0 ? <Nothing searched={text !== ""} /> : null}
      <ul>
        {list.topics.map((topic) => (
          <TopicRow key={topic.tid} topic={topic} showPinned={false}>
            <Form method="post" className={styles.row} preventScrollReset replace>
              <FormToken />
              <input type="hidden" name="tid" value={topic.tid} />
              <button type="submit" className="link-button" name="intent" value="remove">
                取消收藏<span className="visually-hidden"> {topic.title}</span>
              </button>
            </Form>
          </TopicRow>
        ))}
      </ul>
      <Pagination page={list.page} pages={list.pages} href={href} />
    </>
  );
}

function Nothing({ searched }: { searched: boolean }) {
  const { to } = useShell();
  const { pathname } = useLocation();
  return (
    <EmptyState
      title={searched ? "收藏里没有这样的标题" : "还没有收藏"}
      text={searched ? "换个词试试，或者看全部收藏。" : "在帖子页点“收藏”，以后从这里找回来。"}
    >
      <Link className="button" data-primary to={searched ? pathname : to(paths.forum())}>
        {searched ? "看全部收藏" : "去论坛看看"}
      </Link>
    </EmptyState>
  );
}
