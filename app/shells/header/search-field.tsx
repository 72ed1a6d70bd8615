import { Form, useLocation } from "@remix-run/react";
import { searchTextMax } from "contract/search/constants";
import { useRef, useState } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { useSlash } from "~/search/use-slash";
import { useSuggestions } from "~/search/use-suggestions";
import { Icon } from "~/ui/icon";
import styles from "./search-field.module.css";
import { SearchToggle } from "./search-toggle";

/** The desktop header's search field, which the key / focuses; on the search screen, a link back instead (spec 2.1). */
export function HeaderSearch({ className }: { className?: string | undefined }) {
  const { pathname } = useLocation();
  return /^\/search\/?$/i.test(pathname) ? (
    <SearchToggle className={className} />
  ) : (
    <SearchField key={pathname} />
  );
}

function SearchField() {
  const { to, here } = useShell();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  const [Suggestions, help] = useSuggestions(input);
  return (
    <Form action={to(paths.search())} role="search" className={styles.search}>
      <input type="hidden" name="back" value={here} />
      <input
        ref={input}
        type="search"
        name="q"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={help}
        maxLength={searchTextMax}
        placeholder="搜索"
        aria-label="搜索内容"
        aria-keyshortcuts="/"
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
      />
      <button type="submit" aria-label="搜索">
        <Icon name="search" />
      </button>
      {Suggestions ? (
        <Suggestions
          text={text}
          input={input}
          onChoose={setText}
          before=""
          hrefOf={(text) => to(paths.search({ text, back: here }))}
        />
      ) : null}
    </Form>
  );
}
