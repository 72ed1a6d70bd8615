import { Link } from "@remix-run/react";
import type { SearchFacets } from "contract/search/catalogue";
import type { FacetName } from "contract/search/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { facetNames } from "./facet-filters";
import { Field } from "./field";
import styles from "./filters.module.css";
import { searchFormId } from "./search-box";
import {
  chosenFilters,
  type FilterName,
  filtersOf,
  noFilters,
  type SearchQuery,
  searchHref,
} from "./search-query";
import type { SearchProblems } from "./search-query.server";

export interface SectionGroup {
  name: string;
  sections: { fid: number; name: string }[];
}

/** The filters of forum results. They belong to the search form, wherever they are on the page. */
export function Filters({
  query,
  problems,
  groups,
}: {
  query: SearchQuery;
  problems: SearchProblems;
  groups: SectionGroup[];
}) {
  const { to } = useShell();
  const there = new Set<FilterName>(filtersOf[query.type]);
  const chosen = chosenFilters(query);
  if (there.size === 0) return null;
  // Another search mounts new fields, so that they show the values of its address.
  const key = JSON.stringify(chosen.map((name) => query[name]));
  const form = { form: searchFormId, className: "plain-input" };
  return (
    <div className={styles.filters} key={key}>
      <Field label="版块">
        {(ids) => (
          <select {...form} {...ids} name="fid" defaultValue={query.fid}>
            <option value="">全部版块</option>
            {groups.map((group) => (
              <optgroup key={group.name} label={group.name}>
                {group.sections.map(({ fid, name }) => (
                  <option key={fid} value={fid}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <Field label="标签" problem={problems.tag}>
        {(ids) => (
          <input
            {...form}
            {...ids}
            name="tag"
            defaultValue={query.tag}
            placeholder="如 Hi3861"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="作者昵称" problem={problems.author}>
        {(ids) => <input {...form} {...ids} name="author" defaultValue={query.author} autoComplete="off" />}
      </Field>
      <div className={styles.pair}>
        <Field label="从" problem={problems.since}>
          {(ids) => <input {...form} {...ids} type="date" name="since" defaultValue={query.since} />}
        </Field>
        <Field label="到" problem={problems.to}>
          {(ids) => <input {...form} {...ids} type="date" name="to" defaultValue={query.to} />}
        </Field>
      </div>
      {there.has("solved") ? (
        <Field label="状态">
          {(ids) => (
            <select {...form} {...ids} name="solved" defaultValue={query.solved}>
              <option value="">不限</option>
              <option value="solved">已解决</option>
              <option value="unsolved">未解决</option>
            </select>
          )}
        </Field>
      ) : null}
      <div className={styles.actions}>
        <button {...form} type="submit" className="button">
          应用筛选
        </button>
        {chosen.length > 0 ? <Link to={searchHref(to(paths.search()), query, noFilters)}>清除</Link> : null}
      </div>
    </div>
  );
}

/** The active filters, each with a link that removes it. */
export function ChosenFilters({
  query,
  groups,
  facets,
}: {
  query: SearchQuery;
  groups: SectionGroup[];
  facets: SearchFacets | null;
}) {
  const { to } = useShell();
  const sectionName =
    groups.flatMap(({ sections }) => sections).find(({ fid }) => String(fid) === query.fid)?.name ??
    query.fid;
  const facet = (name: FacetName) => {
    const choice = facets?.[name].find(({ value }) => value === query[name]);
    return `${facetNames[name]}：${choice?.name.trim() ?? query[name]}`;
  };
  const words: Record<FilterName, string> = {
    classId: facet("classId"),
    levelId: facet("levelId"),
    fileType: facet("fileType"),
    year: facet("year"),
    state: facet("state"),
    fid: `版块：${sectionName}`,
    tag: `标签：${query.tag}`,
    author: `作者：${query.author}`,
    since: `${query.since} 起`,
    to: `${query.to} 止`,
    solved: query.solved === "solved" ? "已解决" : "未解决",
  };
  const chosen = chosenFilters(query);
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label="已用的筛选">
      {chosen.map((name) => (
        <li key={name}>
          <Link
            to={searchHref(to(paths.search()), query, { [name]: "" })}
            aria-label={`去掉筛选 ${words[name]}`}
          >
            {words[name]}
            <Icon name="x" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
