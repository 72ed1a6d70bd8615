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

/**
 * The address of a step of this section: `verify` checks a code instead of the old password, `new` asks for the new
 * one.
 */
const here = (step?: "verify" | "new") => paths.setting("password") + (step ? `&step=${step}` : "");

const newPasswordSchema = z.object({
  password: newPassword,
  endOthers: z.literal("yes", "请选择是否退出其他登录").optional(),
});
const oldPasswordSchema = newPasswordSchema.extend({
  oldPassword: z.string("请输入当前密码").min(1, "请输入当前密码").max(500, "当前密码不对"),
});

/** Changes the password; the message tells how many other sessions ended. */
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

/** Leads back to the code, because the identity proof has expired. */
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
 * Changing the password, with the old password or with a code. The session keeps the code's proof until the next step.
 * A change ends all other sessions unless the member decides to keep them.
 */
export const passwordSection = {
  async load(scope, query) {
    if (query.step === "verify")
      return { step: "verify" as const, check: await loadIdentityCheck(scope, query, "password") };
    if (query.step === "new" && keptProof(scope, "password")) return { step: "new" as const };
    return { step: "old" as const };
  },

  intents: {
    ...identity,
    "password-old": submitted(oldPasswordSchema, (input, tools: SettingTools) => change(tools, input)),
    "password-new": submitted(newPasswordSchema, async (input, tools: SettingTools) => {
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
