import { z } from "zod/v4";
import { preferenceCookies } from "~/routing/preferences.server";
import { twin } from "~/routing/shell-address";
import type { ServerSection } from "./sections.server";

const displaySchema = z.object({
  shell: z.enum(["auto", "desktop", "h5"], "请选择页面版本"),
  scheme: z.enum(["system", "light", "dark"], "请选择配色"),
});
const favoritesSchema = z.object({ intent: z.enum(["show", "hide"]) });

/** How the site looks in this browser, and whether others see one's favourites. */
export const generalSection = {
  async load({ scope }) {
    const { uid } = (await scope.personal()) ?? {};
    const card = uid === undefined ? null : await scope.gateway.call("authorInfo", { uid });
    return { uid: uid ?? null, favoritesPublic: card?.favoritesPublic ?? false };
  },

  async act({ scope, form, intent, submit, here }) {
    if (intent === "show" || intent === "hide")
      return submit(favoritesSchema, async () => {
        await scope.gateway.call("setFavoritesPublic", { public: intent === "show" });
        scope.session.flash("notice", intent === "show" ? "收藏已公开，别人能在你的主页看到" : "收藏已设为仅自己可见");
        return scope.redirect(here, { status: 303 });
      });
    return submit(displaySchema, async ({ shell }) => {
      scope.session.flash("notice", "已保存，在这个浏览器里生效");
      // Without a choice, the desktop address is where phones are led on to theirs.
      const back = twin(here, shell === "h5" ? "h5" : "desktop");
      const answer = await scope.redirect(back, { status: 303, keepShell: false });
      for (const cookie of preferenceCookies(form)) answer.headers.append("set-cookie", cookie);
      return answer;
    });
  },
} satisfies ServerSection;
