import { exportsPrefix } from "contract/calls/settings";
import { keepProof, keptProof } from "~/account/verification-state.server";
import { actOnIdentity, loadIdentityCheck } from "~/account/verify-identity.server";
import type { ServerSection } from "./sections.server";

/** The export of one's data: a fresh verification first, then a link that is good once. */
export const dataSection = {
  async load({ scope, url }) {
    const asked = url.searchParams.get("step") === "verify";
    const proof = asked ? null : keptProof(scope, "export");
    const { secondsLeft } = await scope.gateway.call("exportInfo", {});
    return {
      hoursLeft: Math.ceil(secondsLeft / 3600),
      download: proof && secondsLeft === 0 ? exportsPrefix + encodeURIComponent(proof.uuid) : null,
      check: asked && secondsLeft === 0 ? await loadIdentityCheck(scope, url, "export") : null,
    };
  },

  act({ scope, url, intent, submit, here }) {
    return actOnIdentity({ scope, url, intent, submit }, "export", async (uuid, channel) => {
      keepProof(scope, "export", { uuid, channel, value: "", at: Date.now() });
      scope.session.flash("notice", "验证通过，可以下载你的数据了");
      return scope.redirect(here, { status: 303 });
    });
  },
} satisfies ServerSection;
