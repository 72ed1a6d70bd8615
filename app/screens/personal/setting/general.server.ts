import { z } from "zod";
import { preferenceCookies } from "~/cookies/preferences.server";
import { twin } from "~/navigation/shell-address";
import { submitted } from "~/request/intents.server";
import { favoritesVisibility, favoritesVisibilityIntents } from "../favorites-visibility.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const displaySchema = z.object({
  shell: z.enum(["auto", "desktop", "h5"], "请选择页面版本"),
  scheme: z.enum(["system", "light", "dark"], "请选择配色"),
});

/** The display preferences of this browser, and whether others see the member's favourites. */
export const generalSection = {
  async load(scope) {
    return { visibility: await favoritesVisibility(scope) };
  },

  intents: {
    ...favoritesVisibilityIntents,
    display: submitted(displaySchema, async ({ shell }, tools: SettingTools) => {
      const { scope, form } = tools;
      scope.session.flash("notice", "已保存，在这个浏览器里生效");
      // Without a chosen shell the redirect goes to the desktop address, which redirects phones to /h5.
      const back = twin(sectionPath(tools), shell === "h5" ? "h5" : "desktop");
      const answer = await scope.redirect(back, { status: 303, keepShell: false });
      for (const cookie of preferenceCookies(form)) answer.headers.append("set-cookie", cookie);
      return answer;
    }),
  },
} satisfies ServerSection;
