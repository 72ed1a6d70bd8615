import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Fragment } from "react";
import { refusesAnalytics } from "~/cookies/refuses-analytics.server";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { withArchived } from "~/lists/reading/section-groups";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { FacetFilters } from "./facet-filters";
import { ChosenFilters, Filters, type SectionGroup } from "./filters";
import { FoundGroups } from "./groups";
import { Ideas, NothingFound, Tips } from "./ideas";
import { PartCard } from "./part/part-card";
import { type Found, Results } from "./results";
import styles from "./search.module.css";
import { SearchBox } from "./search-box";
import {
  chosenFilters,
  filtersOf,
  isOrdered,
  type SearchQuery,
  searchHref,
  searchTabs,
} from "./search-query";
import { checkSearch, type SearchProblems, searchQuery } from "./search-query.server";

interface SearchData {
  query: SearchQuery;
  problems: SearchProblems;
  found: Found | null;
  ideas: { top: CallResponse<"topSearch">["searches"]; tags: CallResponse<"hotTags">["tags"] };
  groups: SectionGroup[];
}

/** /search: the search. Its text, kind and filters are in the address (spec 2.1, 7.2 Search). */
export const loader = screenLoader({ query: searchQuery }, async ({ scope, request, query: input }) => {
  const { query, problems } = checkSearch(input);
  const isValid = Object.keys(problems).length === 0;
  const counted = !refusesAnalytics(request);
  const search = async () =>
    scope.gateway.call("fullTextSearch", { ...searchInput(query), counted }).catch((error: unknown) => {
      // After too many searches the box shows the message and keeps the typed text.
      if (!(error instanceof Refused) || error.status !== 429) throw error;
      problems.q = error.message;
      return null;
    });
  const [found, top, tags, sections] = await Promise.all([
    query.q && isValid ? search() : null,
    // Ideas and the list of sections are a help; the search works without them.
    orWithout(scope, scope.publicGateway.call("topSearch", {}), { searches: [] }),
    orWithout(scope, scope.publicGateway.call("hotTags", {}), { tags: [] }),
    orWithout(scope, scope.publicGateway.call("sectionList", {}), { groups: [], archived: [] }),
  ]);
  const loaded: SearchData = {
    query,
    problems,
    found,
    ideas: { top: top.searches, tags: tags.tags },
    groups: withArchived(sections).map((group) => ({
      name: group.name,
      sections: group.sections.map(({ fid, name }) => ({ fid, name })),
    })),
  };
  return data(loaded, { status: !isValid ? 400 : problems.q ? 429 : 200 });
});

/** The input of the call. It leaves out filters that are not chosen or that this kind does not have. */
function searchInput(query: SearchQuery) {
  // In an address `from` is the page that a visitor came from (spec 4), so the day has the name `since` there.
  const chosen = Object.fromEntries(
    chosenFilters(query).map((name) => [name === "since" ? "from" : name, query[name]]),
  );
  return { text: query.q, kind: query.type, order: query.order, page: query.page, ...chosen };
}

export const meta = screenMeta<typeof loader>({
  title: ({ query }) => (query.q ? `${query.q.slice(0, 40)} · 搜索` : "搜索"),
});

/** The number of results; it says when the list is incomplete. */
function countOf({ total, more }: Found): string {
  return more ? `超过 ${total} 条结果，这里是其中 ${total} 条` : `${total} 条结果`;
}

export default function Search() {
  const { query, problems, found, ideas, groups } = useLoaderData<typeof loader>() as SearchData;
  const { name: shell, to } = useShell();
  const path = to(paths.search());
  const filters = found?.facets ? (
    <FacetFilters query={query} facets={found.facets} />
  ) : filtersOf[query.type].includes("fid") ? (
    <Filters query={query} problems={problems} groups={groups} />
  ) : null;
  const hasProblems = Object.keys(problems).some((name) => name !== "q");
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className="visually-hidden">搜索</h1>
        <SearchBox key={query.q} query={query} problem={problems.q} />
        <nav className={styles.tabs} aria-label="搜索范围">
          {searchTabs.map(({ type, name }) => (
            <Fragment key={type}>
              <Link
                to={searchHref(path, query, { type })}
                aria-current={query.type === type ? "page" : undefined}
                prefetch="none"
              >
                {name}
                <TabCount found={found} type={type} />
              </Link>{" "}
            </Fragment>
          ))}
        </nav>
      </div>
      {shell === "h5" && filters ? (
        <details className={styles.drawer} open={hasProblems}>
          <summary>
            {query.type === "all" ? "在帖子里筛选" : "筛选"}
            {chosenFilters(query).length > 0 ? `（${chosenFilters(query).length}）` : ""}
          </summary>
          {filters}
        </details>
      ) : null}
      <section className={`surface ${styles.main}`} aria-label={found ? "结果" : "推荐"}>
        {found ? (
          <FoundPart found={found} query={query} groups={groups} path={path} />
        ) : (
          <div className={styles.padded}>
            <Ideas ideas={ideas} query={query} />
          </div>
        )}
        {found && found.total === 0 && !found.part ? (
          <div className={styles.padded}>
            <Ideas ideas={ideas} query={query} />
          </div>
        ) : null}
      </section>
      <aside className={styles.rail} aria-label="筛选和提示">
        {shell === "desktop" && filters ? (
          <section className={`surface ${styles.railBox}`}>
            <h2>{query.type === "all" ? "在帖子里筛选" : "筛选"}</h2>
            {filters}
          </section>
        ) : null}
        <div className={`surface ${styles.railBox}`}>
          <Tips />
        </div>
      </aside>
    </div>
  );
}

/** The number of results of a kind, when it is known. */
function TabCount({ found, type }: { found: Found | null; type: SearchQuery["type"] }) {
  const count = found?.counts.find(({ kind }) => kind === type);
  return count && count.total > 0 ? (
    <small className={styles.count}>
      {count.total}
      {count.more ? "+" : ""}
    </small>
  ) : null;
}

/** The text that the results are for: the typed one, or the one that it was corrected to. */
const textOf = ({ corrected, suggestion }: Found, { q }: SearchQuery) =>
  corrected && suggestion ? suggestion : q;

interface FoundPartProps {
  found: Found;
  query: SearchQuery;
  groups: SearchData["groups"];
  path: string;
}

function FoundPart({ found, query, groups, path }: FoundPartProps) {
  const { to } = useShell();
  const ordered = isOrdered(query.type);
  return (
    <>
      <div className={styles.status}>
        <p role="status">
          {found.total > 0 ? countOf(found) : found.part ? "找到型号对应的产品，没有其他结果" : "没有结果"}
        </p>
        {ordered && found.total > 0 ? (
          <nav className={styles.orders} aria-label="排序">
            <Link
              to={searchHref(path, query, { order: "relevance" })}
              aria-current={query.order === "relevance" ? "true" : undefined}
            >
              最相关
            </Link>{" "}
            <Link
              to={searchHref(path, query, { order: "newest" })}
              aria-current={query.order === "newest" ? "true" : undefined}
            >
              最新
            </Link>
          </nav>
        ) : null}
      </div>
      <ChosenFilters query={query} groups={groups} facets={found.facets} />
      <p className={styles.note}>
        <Link to={to(paths.keepSearch(searchHref(paths.search(), query, { back: "" })))} prefetch="none">
          保存这个筛选
        </Link>
      </p>
      {found.suggestion ? (
        <p className={styles.note}>
          {found.corrected ? `“${query.q}”没有结果，下面是按“${found.suggestion}”搜到的。` : null}
          你要找的是：
          <Link to={searchHref(path, query, { q: found.suggestion })}>{found.suggestion}</Link>
        </p>
      ) : null}
      {found.part ? <PartCard part={found.part} /> : null}
      {found.partial ? <p className={styles.note}>没有同时包含所有词的内容，下面的包含其中大部分。</p> : null}
      {found.total === 0 ? (
        <NothingFound query={query} near={found.near} isPart={found.part !== null} />
      ) : query.type === "all" ? (
        <FoundGroups found={found} query={query} text={textOf(found, query)} />
      ) : (
        <Results found={found} text={textOf(found, query)} />
      )}
      <Pagination page={found.page} pages={found.pages} href={(page) => searchHref(path, query, { page })} />
    </>
  );
}
