import type { CallInput } from "contract";
import { newPassword } from "contract/account/identity";
import { z } from "zod";
import { forgetVerification, keepProof, keptProof } from "~/account/verification-state.server";
import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { submitted } from "~/request/intents.server";
import type { ServerSection } from "./sections.server";
import type { SettingTools } from "./setting-query.server";

/** The section's own steps: a code in place of the old password, and then the new one. */
const here = (step?: "verify" | "new") => paths.setting("password") + (step ? `&step=${step}` : "");

const chosen = z.object({
  password: newPassword,
  endOthers: z.literal("yes", "请选择是否退出其他登录").optional(),
});
const withOld = chosen.extend({
  oldPassword: z.string("请输入当前密码").min(1, "请输入当前密码").max(500, "当前密码不对"),
});

/** Sets it, and says what became of the other sessions. */
async function change(
  { scope, done }: SettingTools,
  {
    endOthers,
    ...request
  }: Omit<CallInput<"changePassword">, "endOthers"> & { endOthers?: "yes" | undefined },
): Promise<Response> {
  const { ended } = await scope.gateway.call("changePassword", {
    ...request,
    endOthers: endOthers === "yes",
  });
  forgetVerification(scope, "password");
  return done(here(), ended === 0 ? "密码已修改" : `密码已修改，其他 ${ended} 个登录已退出`);
}

/** Back to the code: what it proved is no longer good. */
function startAgain({ scope }: SettingTools): Promise<Response> {
  forgetVerification(scope, "password");
  scope.session.flash("problem", "身份验证已失效，请重新验证");
  return scope.redirect(here("verify"), { status: 303 });
}

const identity = identityIntents("password", async (uuid, channel, { scope, done }: SettingTools) => {
  keepProof(scope, "password", { uuid, channel, value: "", at: Date.now() });
  return done(here("new"));
});

/**
 * A new password: by the old one, or by a code, whose proof waits in the session until the next
 * step. Other sessions end with it unless they are to stay.
 */
export const passwordSection = {
  async load(scope, asked) {
    if (asked.step === "verify")
      return { step: "verify" as const, check: await loadIdentityCheck(scope, asked, "password") };
    if (asked.step === "new" && keptProof(scope, "password")) return { step: "new" as const };
    return { step: "old" as const };
  },

  intents: {
    ...identity,
    "password-old": submitted(withOld, (input, tools: SettingTools) => change(tools, input)),
    "password-new": submitted(chosen, async (input, tools: SettingTools) => {
      const proof = keptProof(tools.scope, "password");
      if (!proof) return startAgain(tools);
      try {
        return await change(tools, { ...input, uuid: proof.uuid });
      } catch (error) {
        if (error instanceof Refused && error.code === "PROOF_INVALID") return startAgain(tools);
        throw error;
      }
    }),
  },
} satisfies ServerSection;
