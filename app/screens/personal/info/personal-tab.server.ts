import { loadProfileForm } from "~/profile/load-profile.server";
import { actOnProfile } from "~/profile/profile-action.server";
import type { ProfileSaved } from "~/profile/profile-data";
import { paths } from "~/paths";
import { ownPath } from "~/routing/redirect";
import type { ServerTab } from "./tabs.server";

/** Spec 2.8: `enterType=dialog` is the form alone, for a dialog that leads back to `back`. */
const isDialog = (url: URL) => url.searchParams.get("enterType") === "dialog";

/** The personal tab (spec 2.8), and the form in dialog mode. */
export const personalTab = {
  async load({ scope, url }) {
    return {
      form: await loadProfileForm(scope),
      dialog: isDialog(url) ? { back: ownPath(url.searchParams.get("back")) } : null,
    };
  },
  async act(tools) {
    const { scope, url, form } = tools;
    return actOnProfile(tools, async (saved, message) => {
      scope.session.flash("notice", message);
      // A dialog whose page stays as it is only wants to know.
      if (isDialog(url) && form.get("stay") === "1") return Response.json({ saved, message } satisfies ProfileSaved);
      if (isDialog(url)) return scope.redirect(ownPath(url.searchParams.get("back")), { status: 303 });
      // Spec 2.1: tab=1 leads home after a save.
      return scope.redirect(url.searchParams.get("tab") === "1" ? paths.home() : paths.info(0), { status: 303 });
    });
  },
} satisfies ServerTab;
