import type { ServerTab, TabTools } from "./tabs.server";

/** The personal tab (spec 2.8). */
export const personalTab = {
  async load(_: TabTools) {
    return {};
  },
  async act({ scope, url }) {
    return scope.redirect(url.pathname + url.search, { status: 303 });
  },
} satisfies ServerTab;
