import type { Channel } from "contract/account/identity";
import { emailMax, phoneLength } from "contract/account/limits";
import { CodeField, ContactField } from "~/account/code-fields";
import { typed } from "~/forms/field-parts";
import { Icon } from "~/ui/icon";
import type { ProofState } from "./proof.server";
import styles from "./proof-fields.module.css";

interface ProofFieldsProps {
  proof: ProofState;
  errors: Record<string, string[] | null>;
  /** What was typed before, in a form that came back. */
  before: Record<string, unknown> | undefined;
  /** The buttons that have a code sent, and another picture drawn. */
  intents: { send: string; again: string };
}

const labels: Record<string, string> = { phone: "手机号", email: "邮箱" };
const labelOf = (channels: Channel[]) => channels.map((one) => labels[one]).join("或");

/**
 * A contact, the picture to answer, and the code that goes to it (spec 3.5, Verification), as fields of any form; once
 * the contact is proved, that alone is said.
 */
export function ProofFields({ proof, errors, before, intents }: ProofFieldsProps) {
  const { proved, channels, captcha, code } = proof;
  if (proved)
    return (
      <p className={styles.proved}>
        <Icon name="circle-check" />
        <span>
          已验证 <strong>{proved}</strong>
        </span>
      </p>
    );
  const onlyPhone = channels.length === 1 && channels[0] === "phone";
  return (
    <>
      <ContactField
        name="contact"
        label={labelOf(channels)}
        errors={errors.contact ?? undefined}
        defaultValue={before ? typed(before.contact) : proof.contact}
        maxLength={onlyPhone ? phoneLength + 6 : emailMax}
        inputMode={onlyPhone ? "tel" : "email"}
        autoComplete={onlyPhone ? "tel-national" : "username"}
      />
      <input type="hidden" name="captchaToken" value={captcha?.token ?? ""} />
      <ContactField
        key={captcha?.token}
        name="captchaAnswer"
        label="图形验证码"
        errors={errors.captchaAnswer ?? errors.captchaToken ?? undefined}
        maxLength={20}
        inputMode="text"
        autoComplete="off"
        beside={
          captcha ? (
            <img className={styles.picture} src={captcha.image} width={140} height={48} alt="图形验证码" />
          ) : null
        }
        hint={
          <>
            <span>{captcha ? "发送验证码之前填写，不分大小写。" : "图形验证码没有显示出来。"}</span>
            <button type="submit" className={styles.again} name="intent" value={intents.again} formNoValidate>
              {captcha ? "换一张" : "重新加载"}
            </button>
          </>
        }
      />
      <CodeField
        state={code}
        errors={errors.captchaCode}
        intent={intents.send}
        unsavedText={before?.captchaCode}
      />
    </>
  );
}
