import { useNavigate } from "@remix-run/react";
import { searchTextMax } from "contract/search/constants";
import { type FormEvent, useId, useRef, useState } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { useSlash } from "~/search/use-slash";
import { useSuggestions } from "~/search/use-suggestions";
import { Icon } from "~/ui/icon";
import styles from "./search.module.css";
import { filterNames, isOrdered, type SearchQuery, searchHref } from "./search-query";

/** The id of the page's one form; the filters belong to it, wherever they are on the page. */
export const searchFormId = "search-form";

/** The search in the form's fields. */
function typedIn(form: HTMLFormElement, query: SearchQuery): SearchQuery {
  const fields = new FormData(form);
  const value = (name: string) => String(fields.get(name) ?? "").trim();
  const filters = Object.fromEntries(filterNames.map((name) => [name, value(name)]));
  return { ...query, ...filters, q: value("q") };
}

/** The search box. It is a plain form; the code for suggestions loads when it gets the focus. */
export function SearchBox({ query, problem }: { query: SearchQuery; problem?: string | undefined }) {
  const { to } = useShell();
  const navigate = useNavigate();
  const [text, setText] = useState(query.q);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const path = to(paths.search());
  useSlash(input);
  const [Suggestions, help] = useSuggestions(input);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(searchHref(path, typedIn(event.currentTarget, query), {}));
  };
  return (
    <form
      id={searchFormId}
      method="get"
      action={path}
      className={styles.box}
      aria-label="站内搜索"
      onSubmit={submit}
    >
      {query.type === "all" ? null : <input type="hidden" name="type" value={query.type} />}
      {query.order === "relevance" || !isOrdered(query.type) ? null : (
        <input type="hidden" name="order" value={query.order} />
      )}
      {query.back ? <input type="hidden" name="back" value={query.back} /> : null}
      <div className={styles.field}>
        <Icon name="search" />
        <input
          ref={input}
          // A visitor who pressed the header's icon wants to type, also before JavaScript.
          // biome-ignore lint/a11y/noAutofocus: a page without a search has only this field
          autoFocus={!query.q}
          type="search"
          name="q"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={help}
          maxLength={searchTextMax}
          placeholder="搜型号、报错、关键词"
          aria-label="搜索内容"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
        />
        {Suggestions ? (
          <Suggestions
            text={text}
            input={input}
            onChoose={setText}
            before={query.q}
            hrefOf={(q) => searchHref(path, query, { q })}
          />
        ) : null}
      </div>
      <button type="submit" className="button" data-primary>
        搜索
      </button>
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
    </form>
  );
}
