import { paths } from "~/navigation/paths";
import { ownPath } from "~/navigation/redirect";
import { loadProfileForm } from "~/profile/load-profile.server";
import { profileIntents } from "~/profile/profile-action.server";
import type { ProfileSaved } from "~/profile/profile-data";
import type { ActionTools } from "~/request/intents.server";
import type { infoQuery } from "./info-query.server";
import type { InfoAsked, ServerTab } from "./tabs.server";

/** Spec 2.8: the form alone, in a dialog. */
const isDialog = ({ enterType }: InfoAsked) => enterType === "dialog";

/** The personal tab (spec 2.8), and the form in dialog mode. */
export const personalTab = {
  async load(scope, asked) {
    return {
      form: await loadProfileForm(scope),
      dialog: isDialog(asked) ? { back: ownPath(asked.back) } : null,
    };
  },
  intents: profileIntents(
    async (saved, message, { scope, form, query, done }: ActionTools<typeof infoQuery>) => {
      // A dialog whose page stays as it is only wants to know.
      if (isDialog(query) && form.get("stay") === "1") {
        scope.session.flash("notice", message);
        return Response.json({ saved, message } satisfies ProfileSaved);
      }
      if (isDialog(query)) return done(ownPath(query.back), message);
      // Spec 2.1: tab=1 leads home after a save.
      return done(query.tab === "1" ? paths.home() : paths.info(0), message);
    },
  ),
} satisfies ServerTab;
