import { codeLength } from "contract/account/constants";
import { formatDay } from "~/format/time";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import styles from "./security.module.css";
import type { Shown } from "./security.server";

/** The authenticator (TOTP): off, being set up, or on. */
export function Authenticator({ since, pending }: { since: string | null; pending: Shown["authenticator"] }) {
  return (
    <section className={styles.part}>
      <h2>验证器</h2>
      <p className={styles.hint}>
        手机上的验证器应用（如微信小程序里的“腾讯身份验证器”、Microsoft Authenticator）每 30 秒显示一个 6
        位数字。
      </p>
      {since ? <Remove since={since} /> : pending ? <Confirm pending={pending} /> : <Start />}
    </section>
  );
}

function Start() {
  const form = useScreenForm({ id: "authenticator-start", intent: "authenticator-start" });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace>
      <button type="submit" className="button" data-primary name="intent" value="authenticator-start">
        设置验证器
      </button>
    </ScreenForm>
  );
}

function Confirm({ pending }: { pending: NonNullable<Shown["authenticator"]> }) {
  const form = useScreenForm({ id: "authenticator-confirm", intent: "authenticator-confirm" });
  return (
    <div className={styles.step}>
      <ol className={styles.steps}>
        <li>
          用验证器扫这个二维码，或<a href={pending.address}>在这台设备的验证器里打开</a>。
          <img
            className={styles.picture}
            src={pending.picture}
            width="200"
            height="200"
            alt="设置验证器的二维码"
          />
          <p>
            扫不了的话，手动输入密钥：<code className={styles.secret}>{pending.secret}</code>
          </p>
        </li>
        <li>输入它现在显示的 6 位数字，对了才算设置好。</li>
      </ol>
      <ScreenForm of={form} className={styles.form} preventScrollReset replace>
        <div className={styles.fields}>
          <TextField
            name="code"
            label="验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength + 1}
            startsEmpty
          />
        </div>
        <button type="submit" className="button" data-primary name="intent" value="authenticator-confirm">
          启用
        </button>
      </ScreenForm>
    </div>
  );
}

function Remove({ since }: { since: string }) {
  const intents = ["authenticator-remove"];
  const form = useScreenForm({ id: "authenticator-remove", intent: intents });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace>
      <NoDefaultButton />
      <p>
        <span className="label" data-kind="current">
          已启用
        </span>{" "}
        {formatDay(since)} 起，登录时要输入它的验证码。
      </p>
      <QuestionBox intents={intents} />
      <button type="submit" className="button" name="intent" value="authenticator-remove">
        停用验证器
      </button>
    </ScreenForm>
  );
}
