/** Topics on a list page, and floors on a topic page. */
export const pageSize = 20;

/**
 * Limits of a rendered text: bytes of HTML, elements, table cells (including cells added to fill rows), levels of
 * nesting.
 */
export const htmlBytesMax = 512 * 1024;

export const elementsMax = 30_000;

export const cellsMax = 10_000;

export const nestingMax = 80;

/** Bytes of HTML for all texts of one page; the page only links to a text beyond that. */
export const pageTextsBytesMax = 1024 * 1024;

export const reportTextMax = 500;

/** The gateway refuses a page number beyond this. */
export const pageNumberMax = 100_000;

/** Times closer than this count as equal: an edit so soon is not shown as an edit (spec 9). */
export const sameTimeSeconds = 20;

/** A refusal: its status, and the Chinese message for people. */
export type RefusalTable = Record<string, { status: number; message: string }>;

/** Refusals that every call can have. */
export const baseRefusals = {
  INVALID_REQUEST: { status: 400, message: "提交的内容有误，请检查后再试" },
  BODY_TOO_LARGE: { status: 413, message: "提交的内容过大，请精简后再试" },
  NOT_SIGNED_IN: { status: 403, message: "请先登录" },
  CSRF_TOKEN_MISMATCH: { status: 403, message: "登录状态已变化，请重新登录" },
  FOREIGN_ORIGIN: { status: 400, message: "请求不是从本站发出的，已拒绝" },
  NOT_PERMITTED: { status: 422, message: "你没有权限进行此操作" },
  CALL_NOT_FOUND: { status: 404, message: "没有这个接口" },
  USER_NOT_FOUND: { status: 404, message: "用户不存在" },
  SLICE_NOT_FOUND: { status: 404, message: "网站地图没有这一部分" },
  TOO_FREQUENT: { status: 429, message: "操作太频繁，请稍后再试" },
  UNAVAILABLE: { status: 503, message: "服务暂时不可用，请稍后再试" },
  TEXTS_BUSY: { status: 429, message: "现在要处理的内容太多，请稍后再提交一次" },
  SERVER_ERROR: { status: 500, message: "服务器开小差了，请稍后再试" },
} as const satisfies RefusalTable;
