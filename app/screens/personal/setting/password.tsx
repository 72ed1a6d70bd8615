import { Link, useNavigation } from "@remix-run/react";
import { passwordMin } from "contract/account/identity";
import { PasswordField } from "~/account/password-field";
import { VerifyIdentity } from "~/account/verify-identity";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { passwordSection } from "./password.server";
import type { SectionData } from "./sections.server";
import styles from "./setting.module.css";
import { SettingPart } from "./setting-form";

/** Changing the password, with the old password or with a code. */
export function Password({ data }: { data: SectionData<typeof passwordSection> }) {
  const { to } = useShell();
  const back = to(paths.setting("password"));
  return (
    <SettingPart title="修改密码" text="修改后会发消息告诉你。不记得当前密码，可以用验证码来设一个新的。">
      {data.step === "verify" ? (
        <div className={styles.step}>
          <VerifyIdentity key={data.check.channel} check={data.check} back={back} proceed="下一步" />
        </div>
      ) : (
        <NewPassword byCode={data.step === "new"} />
      )}
      <p className={styles.row}>
        {data.step === "old" ? (
          <Link to={`${back}&step=verify`} preventScrollReset>
            忘记当前密码？用验证码修改
          </Link>
        ) : (
          <Link to={back} preventScrollReset>
            用当前密码修改
          </Link>
        )}
      </p>
    </SettingPart>
  );
}

function NewPassword({ byCode }: { byCode: boolean }) {
  const intent = byCode ? "password-new" : "password-old";
  const busy = useNavigation().formData?.get("intent") === intent;
  // After a change the form is mounted again, so that no password stays in its fields.
  const changed = useAcceptedCount(intent);
  return <NewPasswordForm key={`${intent} ${changed}`} intent={intent} byCode={byCode} busy={busy} />;
}

function NewPasswordForm({ intent, byCode, busy }: { intent: string; byCode: boolean; busy: boolean }) {
  const form = useScreenForm({ id: "new-password", intent, defaultValue: { endOthers: "yes" } });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace>
      <div className={styles.fields}>
        {byCode ? null : (
          <PasswordField name="oldPassword" label="当前密码" autoComplete="current-password" />
        )}
        <PasswordField
          name="password"
          label="新密码"
          autoComplete="new-password"
          hint={`至少 ${passwordMin} 个字符`}
        />
        <CheckboxField name="endOthers" value="yes" label="退出其他设备上的登录" />
      </div>
      <button type="submit" className="button" data-primary name="intent" value={intent} disabled={busy}>
        {busy ? "正在修改…" : "修改密码"}
      </button>
    </ScreenForm>
  );
}
