import { Form, useLocation } from "@remix-run/react";
import type { CheckIn } from "contract/activities/shapes";
import { type FormEvent, useEffect, useState } from "react";
import type { CodeKey } from "~/check-in/wire";
import { FormToken, problem as problemText } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import { AnswerPanel } from "./answer-panel";
import styles from "./scan.module.css";
import { SyncedNote } from "./synced-note";
import { useScanner } from "./use-scanner";

interface Props {
  activityId: number;
  keys: CodeKey[];
  /** An id that differs for every rendered page. */
  madeAs: string;
  /** The result of the last form. */
  last: CheckIn | null;
  /** The number of people checked in when the page was rendered. */
  came: number;
  failure: FormFailure | undefined;
}

/** The result, the camera with scripts, and the field for a typed code, which works without scripts. */
export function LiveScanner({ activityId, keys, madeAs, last, came, failure }: Props) {
  const { pathname, search } = useLocation();
  const scanner = useScanner(activityId, keys);
  const { result, problem, offline, waiting, cameraState } = scanner;
  // The result of a form is newer than the camera's results before it.
  const [isFormsTurn, setFormsTurn] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each rendered page
  useEffect(() => {
    setFormsTurn(true);
    scanner.forget();
  }, [madeAs]);
  useEffect(() => {
    if (result || problem) setFormsTurn(false);
  }, [result, problem]);
  const panel = isFormsTurn ? last && { checkIn: last, note: undefined, number: 0 } : result;
  const form = useScreenForm({
    id: "code-form",
    intent: "code",
    failure: failure?.intent === "code" ? failure : undefined,
  });
  const otherProblems = failure?.intent === "code" ? undefined : failure?.result.error?.[""];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    const code = field.value.trim();
    // The server answers an empty code.
    if (code === "") return;
    event.preventDefault();
    field.value = "";
    void scanner.check(code);
  };
  return (
    <div className={styles.live}>
      <p className="facts" role="status">
        <span>已签到 {came + scanner.came} 人</span>
        {offline ? (
          <strong className={styles.offline}>
            <Icon name="wifi" />
            没有网络，正在离线签到
          </strong>
        ) : null}
        {waiting > 0 ? <span>{waiting} 次扫描在本机等待同步</span> : null}
      </p>
      <div aria-live="assertive" aria-atomic="true" className={styles.answer}>
        {!isFormsTurn && problem ? <p className={styles.problem}>{problemText([problem])}</p> : null}
        {panel ? (
          <AnswerPanel key={panel.number} checkIn={panel.checkIn} note={panel.note}>
            {panel.checkIn.signupId !== null && panel.checkIn.answer !== "pending" && panel.checkIn.at ? (
              <Form method="post" action={pathname + search} preventScrollReset>
                <FormToken />
                <input type="hidden" name="signupId" value={panel.checkIn.signupId} />
                <input type="hidden" name="who" value={panel.checkIn.name} />
                <button type="submit" className="button" name="intent" value="undo">
                  <Icon name="arrow-back-up" />
                  撤销这次签到
                </button>
              </Form>
            ) : null}
          </AnswerPanel>
        ) : null}
      </div>
      {scanner.synced ? <SyncedNote synced={scanner.synced} /> : null}
      <div className={`needs-script ${styles.camera}`} data-state={cameraState}>
        <video ref={scanner.video} playsInline muted aria-label="摄像头画面" hidden={cameraState === "off"} />
        <button
          type="button"
          className="button"
          data-primary={cameraState === "on" ? undefined : ""}
          disabled={cameraState === "starting"}
          onClick={cameraState === "on" ? scanner.stop : () => void scanner.start()}
        >
          <Icon name="camera" />
          {{ off: "打开摄像头扫码", starting: "正在打开摄像头…", on: "关闭摄像头" }[cameraState]}
        </button>
      </div>
      <ScreenForm
        of={form}
        action={pathname + search}
        className={styles.line}
        onSubmit={submit}
        problems={otherProblems ?? undefined}
        problemsElsewhere={!isFormsTurn}
        preventScrollReset
      >
        <TextField
          label="八位字母"
          hint="写在二维码下方；离线时核对不了"
          name="code"
          className={styles.letters}
          maxLength={420}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="submit" className="button" data-primary name="intent" value="code">
          签到
        </button>
      </ScreenForm>
      {failure?.dialog === "login" ? <LoginDialog redirect={pathname + search} keepsPage /> : null}
    </div>
  );
}
