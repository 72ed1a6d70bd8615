import { Form, Link } from "@remix-run/react";
import { resourceKinds, resourceLanguages } from "contract/resources/choices";
import { conditionMax } from "contract/resources/limits";
import type { ReactNode } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./resources.module.css";
import { isNarrowed, type ListProblems, type ListQuery, listHref } from "./resources-query";

interface Class {
  id: number;
  name: string;
  child?: Class[];
}

/** A label with its field and, beneath it, what is wrong with what was chosen. */
function Field({
  name,
  label,
  problem,
  children,
}: {
  name: string;
  label: string;
  problem?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={`filter-${name}`}>{label}</label>
      {children}
      {problem ? (
        <p id={`filter-${name}-problem`} className={styles.problem}>
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** Classes of all levels as options, those beneath others set in. */
const classOptions = (classes: Class[], depth = 0): ReactNode[] =>
  classes.flatMap(({ id, name, child = [] }) => [
    <option key={id} value={id}>
      {"　".repeat(depth)}
      {name}
    </option>,
    ...classOptions(child, depth + 1),
  ]);

interface ListFiltersProps {
  query: ListQuery;
  problems: ListProblems;
  classes: Class[];
  /** Years that resources may be of, the newest first. */
  years: number[];
}

/** What narrows the list down, as one GET form. */
export function ListFilters({ query, problems, classes, years }: ListFiltersProps) {
  const { to } = useShell();
  const field = (name: "kind" | "language" | "year" | "q") => ({
    id: `filter-${name}`,
    name,
    className: "plain-input",
    defaultValue: query[name],
    "aria-invalid": problems[name] ? (true as const) : undefined,
    "aria-describedby": problems[name] ? `filter-${name}-problem` : undefined,
  });
  return (
    <Form method="get" action={to(paths.resources())} className={styles.filters} key={JSON.stringify(query)}>
      {query.id === undefined ? null : <input type="hidden" name="id" value={query.id} />}
      {query.prodId === undefined ? null : <input type="hidden" name="prodId" value={query.prodId} />}
      {query.order === "newest" ? null : <input type="hidden" name="order" value={query.order} />}
      {query.view === "list" ? null : <input type="hidden" name="view" value={query.view} />}
      {query.view === "list" ? (
        <Field name="q" label="查找" problem={problems.q}>
          <input
            {...field("q")}
            type="search"
            maxLength={conditionMax}
            placeholder="标题、型号、文件名"
            autoComplete="off"
          />
        </Field>
      ) : null}
      {query.prodId === undefined && classes.length > 0 ? (
        <Field name="classId" label="产品分类">
          <select
            id="filter-classId"
            name="classId"
            className="plain-input"
            defaultValue={query.classId ?? ""}
          >
            <option value="">全部产品</option>
            {classOptions(classes)}
          </select>
        </Field>
      ) : null}
      <Field name="kind" label="类型" problem={problems.kind}>
        <select {...field("kind")}>
          <option value="">全部类型</option>
          {resourceKinds.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field name="language" label="语言" problem={problems.language}>
        <select {...field("language")}>
          <option value="">全部语言</option>
          {resourceLanguages.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field name="year" label="年份" problem={problems.year}>
        <select {...field("year")}>
          <option value="">全部年份</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {year} 年
            </option>
          ))}
        </select>
      </Field>
      <div className={styles.buttons}>
        <button type="submit" className="button" data-primary>
          筛选
        </button>
        {isNarrowed(query) || query.classId !== undefined ? (
          <Link to={to(listHref(query, { kind: "", language: "", year: "", q: "", classId: undefined }))}>
            清除条件
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
