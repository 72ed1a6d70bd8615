import { emailMax, phoneLength } from "contract/account/constants";
import type { Channel } from "contract/account/identity";
import { CodeField, ContactField } from "~/account/code-fields";
import { Icon } from "~/ui/icon";
import { CaptchaField } from "./captcha-field";
import type { ProofState } from "./proof.server";
import styles from "./proof-fields.module.css";
import { useWork } from "./use-work";

interface ProofFieldsProps {
  proof: ProofState;
  /** The buttons that have a code sent, and another picture drawn. */
  intents: { send: string; again: string };
}

const labels: Record<string, string> = { phone: "手机号", email: "邮箱" };
const labelOf = (channels: Channel[]) => channels.map((one) => labels[one]).join("或");

/**
 * A contact, the captcha, and the code that goes to it (spec 3.5, Verification), as fields of any form; once
 * the contact is proved, that alone is said.
 */
export function ProofFields({ proof, intents }: ProofFieldsProps) {
  const { proved, channels, captcha, code, signedIn } = proof;
  const work = useWork(captcha?.work ?? null);
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
        maxLength={onlyPhone ? phoneLength + 6 : emailMax}
        inputMode={onlyPhone ? "tel" : "email"}
        autoComplete={onlyPhone ? "tel-national" : "username"}
      />
      <CaptchaField captcha={captcha} work={work} signedIn={signedIn} again={intents.again} />
      <CodeField state={code} intent={intents.send} waiting={work.is === "working"} />
    </>
  );
}
