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
  /** The intents of the buttons that send a code and load another picture. */
  intents: { send: string; again: string };
}

const labels: Record<string, string> = { phone: "手机号", email: "邮箱" };
const labelOf = (channels: Channel[]) => channels.map((one) => labels[one]).join("或");

/**
 * The fields for a contact, the captcha and the code (spec 3.5, Verification), for any form. Once the contact is
 * proved, they show only that.
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
