import { useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { passkeyNameMax } from "contract/factors/constants";
import { PasskeyButton } from "~/confirmation/passkey-button";
import { formatDay } from "~/format/time";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOf } from "~/forms/result";
import styles from "./security.module.css";
import type { Shown } from "./security.server";

type Passkey = CallResponse<"secondFactors">["passkeys"][number];

/** The list of passkeys, and the form to add one. */
export function Passkeys({
  passkeys,
  pending,
  possible,
}: {
  passkeys: Passkey[];
  pending: Shown["passkey"];
  /** False if the site was opened by an IP address, which cannot have passkeys. */
  possible: boolean;
}) {
  return (
    <section className={styles.part}>
      <h2>通行密钥</h2>
      <p className={styles.hint}>
        用指纹、面容或设备的锁屏密码确认，也可以用安全密钥。骗密码的假网站骗不走它。
      </p>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {!possible ? (
        <p className={styles.hint}>用数字地址打开的站点不能添加通行密钥，请用域名打开。</p>
      ) : pending ? (
        <Add options={pending.options} />
      ) : (
        <Start />
      )}
    </section>
  );
}

function Row({ passkey: { id, name, host, createdAt, usedAt } }: { passkey: Passkey }) {
  const intent = `passkey-remove:${id}`;
  const form = useScreenForm({ id: `passkey-${id}`, intent, failure: failureOf(useActionData(), intent) });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="facts">
          <span>{host}</span>
          <span>{formatDay(createdAt)} 添加</span>
          <span>{usedAt ? `${formatDay(usedAt)} 用过` : "还没用过"}</span>
        </p>
      </div>
      <ScreenForm of={form} className={styles.form} preventScrollReset replace>
        <NoDefaultButton />
        <QuestionBox intents={[intent]} />
        <button type="submit" className="button" name="intent" value={intent}>
          移除<span className="visually-hidden">通行密钥 {name}</span>
        </button>
      </ScreenForm>
    </li>
  );
}

function Start() {
  const form = useScreenForm({ id: "passkey-start", intent: "passkey-start" });
  return (
    <ScreenForm of={form} className={styles.form} preventScrollReset replace>
      <button type="submit" className="button" name="intent" value="passkey-start">
        添加通行密钥
      </button>
    </ScreenForm>
  );
}

function Add({ options }: { options: string }) {
  const form = useScreenForm({ id: "passkey-add", intent: "passkey-add" });
  return (
    <div className={styles.step}>
      <ScreenForm of={form} className={styles.form} preventScrollReset replace>
        <NoDefaultButton />
        <div className={styles.fields}>
          <TextField
            name="name"
            label="名称"
            hint="以后好认，如“工位的电脑”“我的手机”"
            maxLength={passkeyNameMax}
          />
        </div>
        <PasskeyButton kind="make" options={options} name="answer" intent="passkey-add" primary>
          在这台设备上创建
        </PasskeyButton>
      </ScreenForm>
    </div>
  );
}
