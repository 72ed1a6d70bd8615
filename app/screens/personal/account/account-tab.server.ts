import type { Channel } from "contract/identity";
import { actOnIdentity, isIdentityIntent, loadIdentityCheck } from "~/account/verify-identity.server";
import { keepProof, keptProof } from "~/account/verification-state.server";
import type { Scope } from "~/context.server";
import { paths } from "~/paths";
import type { ServerTab } from "../info/tabs.server";
import { changeContact, newContactState, sendNewCode, startAgain } from "./change-contact.server";
import { changeIntent, sendNewIntent } from "./intents";

/** The contact that `?change=` is about; null where no dialog is open. */
function changeAt(url: URL): Channel | null {
  const change = url.searchParams.get("change");
  return change === "phone" || change === "email" ? change : null;
}

/** The dialog that the address asks for (spec 4): the identity first, then with its proof the new contact. */
async function loadDialog(scope: Scope, url: URL) {
  const change = changeAt(url);
  if (!change) return null;
  if (url.searchParams.get("step") !== "new")
    return { step: "identity" as const, change, check: await loadIdentityCheck(scope, url, "identity") };
  if (!keptProof(scope, "identity")) throw await startAgain(scope, change);
  return { step: "new" as const, change, code: newContactState(scope, change) };
}

/** The account tab (spec 2.8): phone and email, and the contact change flow as states of its address. */
export const accountTab = {
  async load({ scope, url }) {
    const { phoneNumber, email } = await scope.gateway.call("accountDetail", {});
    return { phoneNumber, email, dialog: await loadDialog(scope, url) };
  },

  async act({ scope, url, ...tools }) {
    const change = changeAt(url);
    if (change && isIdentityIntent(tools.intent))
      return actOnIdentity({ scope, url, ...tools }, "identity", async (uuid, channel) => {
        keepProof(scope, "identity", { uuid, channel, value: "", at: Date.now() });
        return scope.redirect(paths.changeContact(change, { step: "new" }), { status: 303 });
      });
    if (change && tools.intent === sendNewIntent) return sendNewCode(scope, tools, change);
    if (change && tools.intent === changeIntent) return changeContact(scope, tools, change);
    return scope.redirect(url.pathname + url.search, { status: 303 });
  },
} satisfies ServerTab;
