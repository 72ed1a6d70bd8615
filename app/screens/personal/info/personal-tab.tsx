import { useNavigate, useNavigation } from "@remix-run/react";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { useShell } from "~/navigation/use-shell";
import CompletionDialog from "~/profile/completion/completion-dialog";
import type { CompletionData } from "~/profile/completion/steps";
import styles from "~/profile/profile.module.css";
import { type ProfileFormData, saveIntent } from "~/profile/profile-data";
import { ProfileForm } from "~/profile/profile-form";
import { ReviewNotice } from "~/profile/review-notice";
import { LoginDialog } from "~/ui/dialogs";
import infoStyles from "./info.module.css";

/** The personal tab (spec 2.8): the notice of what is under review, the form, and its button 修改. */
export function PersonalTab({ form }: { form: ProfileFormData }) {
  const { here } = useShell();
  const isBusy = useNavigation().formData?.get("intent") === saveIntent;
  // After a save the form is mounted again with the saved values.
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

/** Dialog mode (spec 2.8): the form without tabs and save button, in a dialog. A save leads to `back`. */
export function PersonalDialog({ form, back }: { form: CompletionData; back: string }) {
  const navigate = useNavigate();
  return <CompletionDialog data={form} back={back} onSaved={() => navigate(back, { replace: true })} />;
}
