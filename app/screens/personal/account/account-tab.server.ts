import { maskedContacts, wholeContacts } from "~/account/own-contacts.server";
import { forgetVerification, keepProof, keptProof } from "~/account/verification-state.server";
import { identityIntents, loadIdentityCheck } from "~/account/verify-identity.server";
import { sendIntent, verifyIntent } from "~/account/verify-identity-intents";
import { orWithout } from "~/failure/explain.server";
import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import type { ActionTools } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import type { infoQuery } from "../info/info-query.server";
import type { InfoQuery, ServerTab } from "../info/tabs.server";
import { changeContact, newContactState, sendNewCode, startAgain } from "./change-contact.server";
import { changeIntent, sendNewIntent } from "./intents";

type Tools = ActionTools<typeof infoQuery>;

const isShow = ({ step }: InfoQuery) => step === "show";

/**
 * The dialog that the address asks for. Before the page shows the whole contacts, the member verifies the identity. To
 * change a contact (spec 4), the member verifies the identity and then, with that proof, enters the new contact.
 */
async function loadDialog(scope: Scope, query: InfoQuery) {
  const { change, step } = query;
  if (query.unlink)
    return { step: "unlink" as const, check: await loadIdentityCheck(scope, query, "unlink") };
  if (isShow(query)) return { step: "show" as const, check: await loadIdentityCheck(scope, query, "show") };
  if (!change) return null;
  if (step !== "new")
    return { step: "identity" as const, change, check: await loadIdentityCheck(scope, query, "identity") };
  if (!keptProof(scope, "identity")) throw await startAgain(scope, change, query.back);
  return { step: "new" as const, change, code: newContactState(scope, change) };
}

const toChange = identityIntents("identity", async (uuid, channel, { scope, query, here, done }: Tools) => {
  if (!query.change) return done(here);
  keepProof(scope, "identity", { uuid, channel, value: "", at: Date.now() });
  return done(paths.changeContact(query.change, { step: "new", back: query.back }));
});
const toShow = identityIntents("show", async (uuid, channel, { scope, done }: Tools) => {
  keepProof(scope, "show", { uuid, channel, value: "", at: Date.now() });
  return done(paths.info(2));
});
const toUnlink = identityIntents("unlink", async (uuid, _channel, { scope, query, done }: Tools) => {
  forgetVerification(scope, "unlink");
  await scope.gateway.call("unlinkCompanyAccount", { id: query.unlink ?? 0, uuid });
  return done(paths.info(2), "已解除关联");
});
const identify = (intent: typeof sendIntent | typeof verifyIntent) => (tools: Tools) =>
  (tools.query.unlink ? toUnlink : isShow(tools.query) ? toShow : toChange)[intent](tools);

const shownAgain = async ({ here, done }: Tools) => done(here);

/**
 * The account tab (spec 2.8): phone and email. The address holds the steps of the contact change flow; their buttons
 * are in a dialog.
 */
export const accountTab = {
  async load(scope, query) {
    const { phoneNumber: phone, email } =
      (await wholeContacts(scope)) ?? maskedContacts(await scope.gateway.call("accountDetail", {}));
    // A member who came from another page to bind a contact goes back to that page.
    const back = query.change && query.back ? ownPath(query.back) : null;
    // Another upstream may not have this call.
    const company = await orWithout(scope, scope.gateway.call("companyAccountList", {}), null);
    return { phoneNumber: phone, email, back, company, dialog: await loadDialog(scope, query) };
  },

  intents: () => ({
    [sendIntent]: identify(sendIntent),
    [verifyIntent]: identify(verifyIntent),
    [sendNewIntent]: (tools: Tools) =>
      tools.query.change ? sendNewCode(tools, tools.query.change) : shownAgain(tools),
    [changeIntent]: (tools: Tools) =>
      tools.query.change ? changeContact(tools, tools.query.change) : shownAgain(tools),
    default: shownAgain,
  }),
} satisfies ServerTab;
