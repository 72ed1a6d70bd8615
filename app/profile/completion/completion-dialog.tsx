import { useActionData, useFetcher, useNavigate, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import fieldSheet from "~/forms/fields.module.css?inline";
import inputSheet from "~/forms/inputs/inputs.module.css?inline";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Dialog, DialogButtons } from "~/ui/dialog";
import { useStylesAlong } from "~/ui/styles-along";
import styles from "../profile.module.css";
import sheet from "../profile.module.css?inline";
import type { ProfileSaved } from "../profile-data";
import { formId, StepForm, stepButton } from "./step-form";
import { type CompletionData, stepIntent, stepNames } from "./steps";

/** This dialog can appear on any page, so no route lists its style sheets. */
const sheets = import.meta.env.SSR ? fieldSheet + inputSheet + sheet : "";

interface CompletionDialogProps {
  data: CompletionData;
  /** The page around the dialog, or to return to. */
  back: string;
  onSaved?: () => void;
}

/**
 * The dialog that asks for missing personal information (spec 2.3, 4), in steps. Saving closes it, and fires a
 * bubbling event `saveData` with a `ProfileSaved` as detail (spec 2.8); the page stays. Closing it without saving
 * signs out, after a question inside the dialog. Code and styles load only where it is shown.
 */
export default function CompletionDialog({ data, back, onSaved }: CompletionDialogProps) {
  useStylesAlong(sheets);
  const { to } = useShell();
  const isRequired = useRoot()?.me?.needsCompletion ?? true;
  const box = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<ProfileSaved>();
  const posted = useActionData();
  const [isLeaving, setIsLeaving] = useState(false);
  const saved = fetcher.data && "saved" in fetcher.data ? fetcher.data : undefined;
  const { step, steps } = data;

  useEffect(() => {
    if (!saved) return;
    box.current?.dispatchEvent(new CustomEvent<ProfileSaved>("saveData", { bubbles: true, detail: saved }));
    box.current?.closest("dialog")?.close();
    onSaved?.();
  }, [saved, onSaved]);

  const button = stepButton(step);
  useWrongStep(fetcher.data, button.intent);
  const previous = steps[steps.indexOf(step) - 1];
  const navigate = useNavigate();
  const focusedBefore = useRef<HTMLElement | null>(null);
  const ask = () => {
    focusedBefore.current = document.activeElement as HTMLElement | null;
    setIsLeaving(true);
  };
  const stay = () => setIsLeaving(false);
  // After "stay", the focus returns to where it was.
  useEffect(() => {
    if (!isLeaving) focusedBefore.current?.focus();
  }, [isLeaving]);
  // The last step has no main button: the focus goes to its first link.
  useEffect(() => {
    if (step === "contacts" && document.activeElement === document.body)
      box.current?.querySelector("a")?.focus();
  }, [step]);
  const onEscape = () => {
    if (!isRequired) return navigate(back);
    return isLeaving ? stay() : ask();
  };
  return (
    <Dialog title="个人信息完善" dismissible={false} onEscape={onEscape}>
      <div ref={box} className={styles.completion}>
        {isLeaving ? <Leaving back={back} onStay={stay} /> : null}
        <div className={styles.completion} hidden={isLeaving}>
          <p>请完善你的个人信息，以便我们为你提供个性化的服务。</p>
          <Progress data={data} />
          <StepForm
            key={step}
            data={data}
            action={to(paths.completeInfo(back))}
            back={back}
            answer={fetcher.data ?? posted}
            Form={fetcher.Form}
          />
        </div>
        <div hidden={isLeaving} className={styles.stepButtons}>
          <DialogButtons>
            <Close back={back} isRequired={isRequired} onAsk={ask} />
            {previous ? (
              <button
                type="submit"
                form={formId}
                formNoValidate
                className="button"
                name="intent"
                value={`${stepIntent}:${previous}`}
              >
                上一步
              </button>
            ) : null}
            {step === "contacts" ? null : (
              <button
                type="submit"
                form={formId}
                className="button"
                data-primary
                name="intent"
                value={button.intent}
              >
                {button.name}
              </button>
            )}
          </DialogButtons>
        </div>
      </div>
    </Dialog>
  );
}

/** Reloads the data when the save has problems in an earlier step: the server then answers that step. */
function useWrongStep(answer: unknown, intent: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (typeof answer !== "object" || answer === null || !("result" in answer)) return;
    if (failureOf(answer, intent) === undefined) revalidate();
  }, [answer, intent, revalidate]);
}

/** The progress, as text and as a row of steps. */
function Progress({ data: { step, steps } }: { data: CompletionData }) {
  const at = steps.indexOf(step);
  return (
    <div className={styles.progress}>
      <p>
        第 {at + 1} 步，共 {steps.length} 步：<strong>{stepNames[step]}</strong>
      </p>
      <progress max={steps.length} value={at + 1} aria-label="完善个人信息的进度" />
    </div>
  );
}

/**
 * Closes the dialog without saving. With JavaScript a question comes first; without it the button's label says that
 * it signs out.
 */
function Close({ back, isRequired, onAsk }: { back: string; isRequired: boolean; onAsk: () => void }) {
  const ask = (event: FormEvent) => {
    if (!isRequired) return;
    event.preventDefault();
    onAsk();
  };
  return (
    <form
      method={isRequired ? "post" : "get"}
      action={isRequired ? paths.logout(back) : back}
      className={styles.leave}
      onSubmit={ask}
    >
      <button type="submit" className="button">
        {isRequired ? "不填写，退出登录" : "关闭"}
      </button>
    </form>
  );
}

/** The question before closing, which signs out (spec 4). The focus is on "stay", and Escape also means "stay". */
function Leaving({ back, onStay }: { back: string; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className={styles.completion}>
      <p className={styles.warning} role="alert">
        不完善个人信息，将退出登录。
      </p>
      <p>已经填写的步骤会保留到你退出为止。</p>
      <DialogButtons>
        <button ref={stay} type="button" className="button" data-primary onClick={onStay}>
          继续填写
        </button>
        <form method="post" action={paths.logout(back)}>
          <button type="submit" className="button">
            确认退出登录
          </button>
        </form>
      </DialogButtons>
    </div>
  );
}
