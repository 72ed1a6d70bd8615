import { Link, useLocation } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";

/** The header's search icon (spec 2.1): opens the search, and returns from there to the previous page. */
export function SearchToggle({ className }: { className?: string | undefined }) {
  const { to, here } = useShell();
  const { pathname, search } = useLocation();
  if (/^(?:\/h5)?\/search\/?$/i.test(pathname)) {
    return (
      <Link
        to={ownPath(new URLSearchParams(search).get("back"), to(paths.forum()))}
        className={className}
        aria-label="关闭搜索"
      >
        <Icon name="x" />
      </Link>
    );
  }
  return (
    <Link to={to(paths.search({ back: here }))} className={className} aria-label="搜索" prefetch="none">
      <Icon name="search" />
    </Link>
  );
}
