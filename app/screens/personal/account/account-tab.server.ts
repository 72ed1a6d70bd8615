import { keepProof, keptProof } from "~/account/verification-state.server";
import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import { paths } from "~/navigation/paths";
import type { ActionTools } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import type { infoQuery } from "../info/info-query.server";
import type { InfoAsked, ServerTab } from "../info/tabs.server";
import { changeContact, newContactState, sendNewCode, startAgain } from "./change-contact.server";
import { changeIntent, sendNewIntent } from "./intents";

type Tools = ActionTools<typeof infoQuery>;

/** The dialog that the address asks for (spec 4): the identity first, then with its proof the new contact. */
async function loadDialog(scope: Scope, asked: InfoAsked) {
  const { change, step } = asked;
  if (!change) return null;
  if (step !== "new")
    return { step: "identity" as const, change, check: await loadIdentityCheck(scope, asked, "identity") };
  if (!keptProof(scope, "identity")) throw await startAgain(scope, change);
  return { step: "new" as const, change, code: newContactState(scope, change) };
}

const shownAgain = async ({ here, done }: Tools) => done(here);

/**
 * The account tab (spec 2.8): phone and email, and the contact change flow as states of its address. Its
 * buttons stand in a dialog.
 */
export const accountTab = {
  async load(scope, asked) {
    const { phoneNumber, email } = await scope.gateway.call("accountDetail", {});
    return { phoneNumber, email, dialog: await loadDialog(scope, asked) };
  },

  intents: {
    ...identityIntents("identity", async (uuid, channel, { scope, query: { change }, here, done }: Tools) => {
      if (!change) return done(here);
      keepProof(scope, "identity", { uuid, channel, value: "", at: Date.now() });
      return done(paths.changeContact(change, { step: "new" }));
    }),
    [sendNewIntent]: (tools: Tools) =>
      tools.query.change ? sendNewCode(tools, tools.query.change) : shownAgain(tools),
    [changeIntent]: (tools: Tools) =>
      tools.query.change ? changeContact(tools, tools.query.change) : shownAgain(tools),
    default: shownAgain,
  },
} satisfies ServerTab;
