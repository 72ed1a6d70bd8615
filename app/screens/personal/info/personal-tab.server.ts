import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import { completionData } from "~/profile/completion/completion.server";
import { completionIntents } from "~/profile/completion/completion-intents.server";
import { loadProfileForm } from "~/profile/load-profile.server";
import { profileIntents } from "~/profile/profile-action.server";
import type { ActionTools } from "~/request/intents.server";
import type { infoQuery } from "./info-query.server";
import type { InfoQuery, ServerTab } from "./tabs.server";

/** Whether the screen is in dialog mode (spec 2.8): the form alone, in a dialog. */
const isDialog = ({ enterType }: InfoQuery) => enterType === "dialog";

const pageIntents = profileIntents(
  // After a save `tab=1` leads to the home page (spec 2.1).
  async (_saved, message, { query, done }: ActionTools<typeof infoQuery>) =>
    done(query.tab === "1" ? paths.home() : paths.info(0), message),
);

/** The personal tab (spec 2.8), and its form in dialog mode. */
export const personalTab = {
  async load(scope, query) {
    if (isDialog(query))
      return { dialog: { form: await completionData(scope), back: ownPath(query.back) }, form: null };
    return { dialog: null, form: await loadProfileForm(scope) };
  },
  intents: (query) => (isDialog(query) ? completionIntents : pageIntents),
} satisfies ServerTab;
