import { exportsPrefix } from "contract/privacy/limits";
import { keepProof, keptProof } from "~/account/verification-state.server";
import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

/** The export of one's data: a fresh verification first, then a link that is good once. */
export const dataSection = {
  async load(scope, asked) {
    const verifying = asked.step === "verify";
    const proof = verifying ? null : keptProof(scope, "export");
    const { secondsLeft } = await scope.gateway.call("exportInfo", {});
    return {
      hoursLeft: Math.ceil(secondsLeft / 3600),
      download: proof && secondsLeft === 0 ? exportsPrefix + encodeURIComponent(proof.uuid) : null,
      check: verifying && secondsLeft === 0 ? await loadIdentityCheck(scope, asked, "export") : null,
    };
  },

  intents: identityIntents("export", async (uuid, channel, tools: SettingTools) => {
    keepProof(tools.scope, "export", { uuid, channel, value: "", at: Date.now() });
    return tools.done(sectionPath(tools), "验证通过，可以下载你的数据了");
  }),
} satisfies ServerSection;
