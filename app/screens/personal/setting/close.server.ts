import { closeConfirmation } from "contract/calls/settings";
import { verificationCode } from "contract/identity";
import { z } from "zod/v4";
import { actOnIdentity, loadIdentityCheck } from "~/account/verify-identity.server";
import { verifyIntent } from "~/account/verify-identity-intents";
import type { ServerSection } from "./sections.server";

const closeSchema = z.object({
  confirmation: z
    .string()
    .default("")
    .transform((text) => text.trim())
    .pipe(z.literal(closeConfirmation, `请输入“${closeConfirmation}”四个字`)),
  captchaCode: verificationCode,
});

/** The end of the account: what it means, a fresh verification with typed words, and for 15 days the way back. */
export const closeSection = {
  async load({ scope, url }) {
    const state = await scope.gateway.call("closureState", {});
    const asked = url.searchParams.get("step") === "verify" && !state.closing && !state.handsOverFirst;
    return { ...state, check: asked ? await loadIdentityCheck(scope, url, "close") : null };
  },

  async act({ scope, url, form, intent, submit, here }) {
    if (intent === "cancel-closure")
      return submit(z.object({}), async () => {
        await scope.gateway.call("cancelClosure", {});
        scope.session.flash("notice", "已撤销注销，账号一切照旧");
        return scope.redirect(here, { status: 303 });
      });
    // Before the code is used: the words are the easier part to get wrong.
    const typed = closeSchema.safeParse(Object.fromEntries(form));
    if (intent === verifyIntent && !typed.success) return submit(closeSchema, () => scope.redirect(here, { status: 303 }));
    return actOnIdentity({ scope, url, intent, submit }, "close", async (uuid) => {
      await scope.gateway.call("closeAccount", { uuid, confirmation: closeConfirmation });
      scope.session.flash("notice", "已申请注销账号，15 天内可以撤销");
      return scope.redirect(here, { status: 303 });
    });
  },
} satisfies ServerSection;
