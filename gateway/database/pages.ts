import { pageSize } from "contract/base/constants";

/** How many pages a list has; an empty one has one. */
export const pageCount = (total: number, size = pageSize): number => Math.max(1, Math.ceil(total / size));

/** Which page is shown of how many: a page beyond the last is the last. */
export function pageOf(
  total: number,
  page: number,
  size = pageSize,
): { page: number; pages: number; offset: number } {
  const pages = pageCount(total, size);
  const shown = Math.min(page, pages);
  return { page: shown, pages, offset: (shown - 1) * size };
}
