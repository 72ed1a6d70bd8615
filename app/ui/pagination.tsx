import { Link } from "@remix-run/react";
import { Icon } from "./icon";
import styles from "./pagination.module.css";

/** Page numbers around the current one, with gaps as null: 1 … 4 5 6 … 20. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const windowPages = [...new Set(near)].sort((a, b) => a - b);
  return windowPages.flatMap((number, index) => {
    const before = windowPages[index - 1];
    if (before === undefined || number - before === 1) return [number];
    // A gap of one page shows that page, because an ellipsis needs the same room.
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** Links to the pages of a list; nothing for a single page. */
export function Pagination({
  page,
  pages,
  href,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav className={`${styles.pagination} no-print`} aria-label="分页">
      {page > 1 ? (
        <Link to={href(page - 1)} rel="prev" aria-label="上一页">
          <Icon name="chevron-left" />
        </Link>
      ) : null}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
          <span key={`gap${index}`}>…</span>
        ) : (
          <Link
            key={number}
            to={href(number)}
            aria-current={number === page ? "page" : undefined}
            aria-label={`第 ${number} 页`}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages ? (
        <Link to={href(page + 1)} rel="next" aria-label="下一页">
          <Icon name="chevron-right" />
        </Link>
      ) : null}
    </nav>
  );
}

/** Links to the previous and next part of a list without page numbers; nothing when both are missing. */
export function Turning({ previous, next }: { previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav className={`${styles.pagination} no-print`} aria-label="分页">
      {previous !== null ? (
        <Link to={previous} rel="prev">
          上一页
        </Link>
      ) : null}
      {next !== null ? (
        <Link to={next} rel="next">
          下一页
        </Link>
      ) : null}
    </nav>
  );
}
