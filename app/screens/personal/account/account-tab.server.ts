import type { ServerTab, TabTools } from "../info/tabs.server";

/** The account tab (spec 2.8): phone and email, and the ways to change them. */
export const accountTab = {
  async load(_: TabTools) {
    return {};
  },
  async act({ scope, url }) {
    return scope.redirect(url.pathname + url.search, { status: 303 });
  },
} satisfies ServerTab;
