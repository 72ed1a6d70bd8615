import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { PostLink } from "~/lists/post-link";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import styles from "./ideas.module.css";
import { chosenFilters, noFilters, type SearchQuery, searchHref } from "./search-query";

type Found = CallResponse<"fullTextSearch">;

export interface IdeasData {
  top: CallResponse<"topSearch">["searches"];
  tags: CallResponse<"hotTags">["tags"];
}

/** Popular searches, and tags with many topics. */
export function Ideas({ ideas, query }: { ideas: IdeasData; query: SearchQuery }) {
  const { to } = useShell();
  const search = (q: string) =>
    searchHref(to(paths.search()), { ...query, type: "all", order: "relevance" }, { q, ...noFilters });
  return (
    <div className={styles.ideas}>
      {ideas.top.length > 0 ? (
        <section>
          <h2>热门搜索</h2>
          <ol className={styles.top}>
            {ideas.top.map(({ text }) => (
              <li key={text}>
                <Link to={search(text)} prefetch="none">
                  {text}
                </Link>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {ideas.tags.length > 0 ? (
        <section>
          <h2>热门标签</h2>
          <ul className={styles.tags}>
            {ideas.tags.slice(0, 16).map((tag) => (
              <li key={tag.id}>
                <Link to={to(paths.tag(tag.id))}>#{tag.name}</Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

/** How to search well. */
export function Tips() {
  return (
    <section className={styles.tips}>
      <h2>怎样搜得更准</h2>
      <dl>
        <div>
          <dt>
            <kbd>Hi3861 低功耗</kbd>
          </dt>
          <dd>多个词用空格分开，结果同时包含它们</dd>
        </div>
        <div>
          <dt>
            <kbd>"等待单板上电"</kbd>
          </dt>
          <dd>引号里的文字按原样查找，适合报错信息</dd>
        </div>
        <div>
          <dt>
            <kbd>编码器 -电机</kbd>
          </dt>
          <dd>减号去掉包含某个词的结果</dd>
        </div>
        <div>
          <dt>
            <kbd>3861</kbd>
          </dt>
          <dd>型号写一段也行，能找到 Hi3861V100</dd>
        </div>
      </dl>
    </section>
  );
}

interface NothingFoundProps {
  query: SearchQuery;
  near: Found["near"];
  /** The card of a product stands above. */
  isPart: boolean;
}

/** The empty state of a search without results, with the next steps. */
export function NothingFound({ query, near, isPart }: NothingFoundProps) {
  const { to } = useShell();
  const hasFilters = chosenFilters(query).length > 0;
  const isForumSearch = query.type === "all" || query.type === "topics" || query.type === "posts";
  return (
    <EmptyState
      title={isPart ? "除了上面的产品，没有别的结果" : `没有找到“${query.q}”`}
      text={
        hasFilters
          ? "筛选条件可能太窄了，去掉几个再试试。"
          : "换个说法、少写几个词，或者只写型号和报错里最特别的那一段。"
      }
    >
      {near.length > 0 ? (
        <div className={styles.near}>
          <p>相近的型号：</p>
          <ul aria-label="相近的型号">
            {near.map(({ number, productId, name }) => (
              <li key={productId}>
                <Link className={styles.number} to={to(paths.product(productId))}>
                  {number}
                </Link>
                {number === name ? null : <small>{name}</small>}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {hasFilters ? (
        <Link className="button" to={searchHref(to(paths.search()), query, noFilters)}>
          去掉所有筛选
        </Link>
      ) : null}
      {isForumSearch ? (
        <PostLink className="button" primary path={paths.newTopic()}>
          去提问
        </PostLink>
      ) : (
        <Link className="button" to={searchHref(to(paths.search()), query, { type: "all", ...noFilters })}>
          在全站搜
        </Link>
      )}
    </EmptyState>
  );
}
