import { Link } from "@remix-run/react";
import type { SearchFacets } from "contract/search/catalogue";
import type { FacetName } from "contract/search/constants";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Field } from "./field";
import styles from "./filters.module.css";
import { searchFormId } from "./search-box";
import { chosenFilters, filtersOf, noFilters, type SearchQuery, searchHref } from "./search-query";

export const facetNames: Record<FacetName, string> = {
  classId: "产品分类",
  levelId: "资料分类",
  fileType: "文件类型",
  year: "年份",
  state: "产品状态",
};

/** The filters of catalogue results: only choices that have results, each with its count. */
export function FacetFilters({ query, facets }: { query: SearchQuery; facets: SearchFacets }) {
  const { to } = useShell();
  const chosen = chosenFilters(query);
  const names = filtersOf[query.type] as FacetName[];
  return (
    // Another search mounts new fields, so that they show the values of its address.
    <div className={styles.filters} key={JSON.stringify(chosen.map((name) => query[name]))}>
      {names.map((name) => (
        <Field key={name} label={facetNames[name]}>
          {(ids) => (
            <select
              {...ids}
              form={searchFormId}
              className="plain-input"
              name={name}
              defaultValue={query[name]}
            >
              <option value="">不限</option>
              {facets[name].map(({ value, name: text, total }) => (
                <option key={value} value={value}>
                  {text}
                  {total === null ? "" : `（${total}）`}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <div className={styles.actions}>
        <button form={searchFormId} type="submit" className="button">
          应用筛选
        </button>
        {chosen.length > 0 ? <Link to={searchHref(to(paths.search()), query, noFilters)}>清除</Link> : null}
      </div>
    </div>
  );
}
