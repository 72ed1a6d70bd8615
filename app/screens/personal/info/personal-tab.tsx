import { useNavigate, useNavigation } from "@remix-run/react";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import CompletionDialog from "~/profile/completion-dialog";
import styles from "~/profile/profile.module.css";
import { saveIntent } from "~/profile/profile-data";
import { ProfileForm } from "~/profile/profile-form";
import { ReviewNotice } from "~/profile/review-notice";
import { LoginDialog } from "~/ui/dialogs";
import infoStyles from "./info.module.css";
import type { personalTab } from "./personal-tab.server";
import type { TabData } from "./tabs.server";

type PersonalData = TabData<typeof personalTab>;

/** The personal tab (spec 2.8): what is under review, the form, and its button 修改. */
export function PersonalTab({ data: { form } }: { data: PersonalData }) {
  const { here } = useShell();
  const isBusy = useNavigation().formData?.get("intent") === saveIntent;
  // Once saved, the form starts again from what the gateway has.
  const saved = useAcceptedCount(saveIntent);
  return (
    <div className={infoStyles.tab}>
      <ReviewNotice of={form.underReview} />
      <ProfileForm key={saved} id="profile" data={form} action={here}>
        {(failure) => (
          <>
            <div className={styles.buttons} data-sticky>
              <button
                type="submit"
                className="button"
                data-primary
                name="intent"
                value={saveIntent}
                disabled={isBusy}
              >
                {isBusy ? "正在保存…" : "修改"}
              </button>
            </div>
            {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
          </>
        )}
      </ProfileForm>
    </div>
  );
}

/**
 * Dialog mode (spec 2.8): the form without tabs and save button, in a dialog that leads back once it is
 * saved.
 */
export function PersonalDialog({ data: { form, dialog } }: { data: PersonalData }) {
  const navigate = useNavigate();
  const back = dialog?.back ?? paths.forum();
  return <CompletionDialog data={form} back={back} onSaved={() => navigate(back, { replace: true })} />;
}
