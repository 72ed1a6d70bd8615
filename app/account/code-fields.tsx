import { useField } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { codeLength } from "contract/account/constants";
import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { TextField } from "~/forms/inputs/text-field";
import { Icon } from "~/ui/icon";
import type { CodeState } from "./codes.server";
import { useCountdown, useShownBriefly } from "./use-countdown";
import styles from "./verification.module.css";

interface ContactFieldProps
  extends Pick<
    ComponentProps<typeof TextField>,
    "name" | "label" | "hint" | "alsoOf" | "startsEmpty" | "type" | "maxLength" | "inputMode" | "autoComplete"
  > {
  /** Shown before the input: the country code. */
  before?: string;
  /** Shown beside the input: the button that sends a code. */
  beside?: ReactNode;
}

/** A text field with elements before and beside it. */
export function ContactField({ before, beside, ...field }: ContactFieldProps) {
  return (
    <TextField
      {...field}
      id={field.name}
      wrap={(control) => (
        <div className={styles.control}>
          {before ? <span className={styles.before}>{before}</span> : null}
          {control}
          {beside}
        </div>
      )}
    />
  );
}

/** The seconds in a refusal's message: 剩余N秒. */
const secondsIn = (errors: string[] | null | undefined) =>
  Number(/剩余(\d+)秒/.exec(errors?.[0] ?? "")?.[1] ?? 0);

interface CodeFieldProps {
  state: CodeState;
  /** The intent of the button that sends a code. */
  intent: string;
  /** With JavaScript: another field must be filled first. */
  waiting?: boolean;
}

/**
 * The field for the code and the button that sends it (spec 4). With JavaScript the button counts down (剩余N秒), then
 * its label is 重新发送. Without it the server refuses with the remaining seconds.
 */
export function CodeField({ state, intent, waiting = false }: CodeFieldProps) {
  const { formData } = useNavigation();
  const sending = formData?.get("intent") === intent;
  const [{ errors }] = useField("captchaCode");
  // A refusal replaces the remaining seconds; each new number restarts the countdown.
  const refused = secondsIn(errors);
  // Without JavaScript the button is always enabled, and the server reports what is missing.
  const running = useHydrated();
  const secondsLeft = useCountdown(refused || state.secondsLeft, state.sentAt);
  const showsSent = useShownBriefly(state.justSent, state.sentAt);
  const name = secondsLeft ? `剩余${secondsLeft}秒` : state.sentAt ? "重新发送" : "获取验证码";
  return (
    <ContactField
      name="captchaCode"
      label="验证码"
      maxLength={codeLength}
      inputMode="numeric"
      autoComplete="one-time-code"
      beside={
        <button
          type="submit"
          className={`button ${styles.send}`}
          name="intent"
          value={intent}
          disabled={sending || Boolean(secondsLeft) || (waiting && running)}
        >
          {name}
        </button>
      }
      hint={
        state.sentAt ? (
          <>
            <span role="status" className={styles.done}>
              {showsSent ? (
                <>
                  <Icon name="circle-check" />
                  获取验证码成功
                </>
              ) : null}
            </span>
            <span>10 分钟内有效。</span>
            {state.outbox ? (
              <span>
                开发模式：验证码在{" "}
                <a href="/gateway/outbox" target="_blank" rel="noopener">
                  /gateway/outbox
                </a>
              </span>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
