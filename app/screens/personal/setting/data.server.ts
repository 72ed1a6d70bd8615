import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import { verifyIntent } from "~/account/verify-identity-intents";
import type { ServerSection } from "./sections.server";
import { type SettingTools, sectionPath } from "./setting-query.server";

const isPending = (latest: { state: string } | null) =>
  latest?.state === "waiting" || latest?.state === "working";

const identity = identityIntents("export", async (uuid, _, tools: SettingTools) => {
  await tools.scope.gateway.call("requestExport", { uuid });
  return tools.done(sectionPath(tools), "验证通过，正在准备你的数据");
});

/** The export of the member's data: a new identity check starts it, then the page shows its progress. */
export const dataSection = {
  async load(scope, query) {
    const { secondsLeft, latest } = await scope.gateway.call("exportInfo", {});
    const pending = isPending(latest);
    const verifying = query.step === "verify" && secondsLeft === 0 && !pending;
    return {
      hoursLeft: Math.ceil(secondsLeft / 3600),
      latest,
      pending,
      check: verifying ? await loadIdentityCheck(scope, query, "export") : null,
    };
  },

  intents: {
    ...identity,
    // A form that is sent twice shows the export that the first one started, although its code is used up.
    async [verifyIntent](tools: SettingTools) {
      const { latest } = await tools.scope.gateway.call("exportInfo", {});
      return isPending(latest) ? tools.done(sectionPath(tools)) : identity[verifyIntent](tools);
    },
  },
} satisfies ServerSection;
