import { pageSize } from "contract/base/constants";

/** The number of pages of a list. An empty list has one page. */
export const pageCount = (total: number, size = pageSize): number => Math.max(1, Math.ceil(total / size));

/** The shown page and the number of pages. A page beyond the last one becomes the last one. */
export function pageOf(
  total: number,
  page: number,
  size = pageSize,
): { page: number; pages: number; offset: number } {
  const pages = pageCount(total, size);
  const current = Math.min(page, pages);
  return { page: current, pages, offset: (current - 1) * size };
}
