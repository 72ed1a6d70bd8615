import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import fieldSheet from "~/forms/fields.module.css?inline";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { LoginDialog } from "~/ui/dialogs";
import styles from "./profile.module.css";
import sheet from "./profile.module.css?inline";
import type { ProfileFormData } from "./profile-data";
import { saveIntent } from "./profile-data";
import { ProfileForm } from "./profile-form";

interface CompletionDialogProps {
  data: ProfileFormData;
  /** The page that it stands on, or leads back to. */
  back: string;
  onSaved?: () => void;
}

/**
 * The personal-info completion modal (spec 2.3, 4): the form in dialog mode. Saving closes it and the page
 * stays; closing it without filling it in logs out, which Escape says first. Its code and styles come only
 * where it is shown.
 */
export default function CompletionDialog({ data, back, onSaved }: CompletionDialogProps) {
  const { to } = useShell();
  const isRequired = useRoot()?.me?.needsCompletion ?? true;
  const box = useRef<HTMLDivElement>(null);
  const logout = useRef<HTMLFormElement>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (isLeaving || !isRequired) logout.current?.requestSubmit();
    else setIsLeaving(true);
  };

  useEffect(() => {
    const dialog = box.current?.closest("dialog");
    const close = () => {
      dialog?.close();
      onSaved?.();
    };
    dialog?.addEventListener("saveData", close);
    return () => dialog?.removeEventListener("saveData", close);
  }, [onSaved]);

  const missing = [data.values.phone ? "" : "手机号码", data.values.email ? "" : "邮箱"]
    .filter(Boolean)
    .join("和");
  return (
    <Dialog title="个人信息完善" dismissible={false} onEscape={leave}>
      {/* Any page may carry this dialog, and none brings its styles along. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets */}
      <style dangerouslySetInnerHTML={{ __html: fieldSheet + sheet }} suppressHydrationWarning />
      <div ref={box} className={styles.completion}>
        <p>请完善您的个人信息，以便我们为您提供个性化的服务。</p>
        {missing ? (
          <p className={styles.warning} role="note">
            <span>
              您还没有绑定{missing}。请先<Link to={to(paths.info(2))}>到账户信息绑定{missing}</Link>
              ，再回来完善。
            </span>
          </p>
        ) : null}
        <ProfileForm id="completion" data={data} action={to(paths.completeInfo(back))} dialog>
          {(failure) => (failure?.dialog === "login" ? <LoginDialog redirect={back} keepsPage /> : null)}
        </ProfileForm>
        {isLeaving ? (
          <p className={styles.warning} role="alert">
            不完善个人信息，将退出登录。
          </p>
        ) : null}
        <DialogButtons>
          <form
            ref={logout}
            method={isRequired ? "post" : "get"}
            action={isRequired ? paths.logout(back) : back}
          >
            <button type="submit" className="button">
              {isRequired ? (isLeaving ? "确认退出登录" : "不填写，退出登录") : "关闭"}
            </button>
          </form>
          <button
            type="submit"
            form="completion"
            className="button"
            data-primary
            name="intent"
            value={saveIntent}
          >
            保存设置
          </button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
