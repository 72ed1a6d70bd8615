import { Form, useActionData } from "@remix-run/react";
import { shownDuration } from "~/format/duration";
import { FormToken, problem } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "./lesson.module.css";

interface ProgressFormsProps {
  signedIn: boolean;
  place: { position: number; done: boolean } | null;
  hasVideo: boolean;
  /** Where a script saved it last. */
  saved: number | null;
}

/**
 * Where one stopped, and whether the lesson is done. A script saves the place by itself; without one it is typed
 * (decision 166).
 */
export function ProgressForms({ signedIn, place, hasVideo, saved }: ProgressFormsProps) {
  const { here } = useShell();
  const answer = useActionData();
  const failure = failureOf(answer, "position");
  const marking = failureOf(answer, "done") ?? failureOf(answer, "undone");
  if (!signedIn && !failure && !marking)
    return (
      <p className={styles.note}>
        <a href={paths.login(here)}>登录</a>后记住看到哪里，换台设备也能接着学。
      </p>
    );
  const position = saved ?? place?.position ?? 0;
  const typed = failure?.result.initialValue?.position;
  const wrong = failure?.result.error?.position ?? failure?.result.error?.[""] ?? undefined;
  return (
    <div className={styles.progress}>
      <Form method="post" preventScrollReset replace>
        <FormToken />
        <button
          type="submit"
          className="button"
          name="intent"
          value={place?.done ? "undone" : "done"}
          data-pressed={place?.done || undefined}
        >
          <Icon name="check" />
          {place?.done ? "已学完" : "标记为学完"}
          {place?.done ? <span className="visually-hidden">，按一下取消</span> : null}
        </button>
      </Form>
      {marking?.result.error?.[""] ? problem(marking.result.error[""] ?? undefined) : null}
      {hasVideo ? (
        <div className={styles.either}>
          <p className={`needs-script ${styles.note}`} role="status">
            {position > 0 ? `已记住看到 ${shownDuration(Math.floor(position))}` : "会自动记住看到哪里"}
          </p>
          <Form method="post" className={`needs-no-script ${styles.place}`} preventScrollReset replace>
            <FormToken />
            <label htmlFor="position">看到哪里</label>
            <input
              id="position"
              name="position"
              className="plain-input"
              defaultValue={typeof typed === "string" ? typed : shownDuration(Math.floor(position))}
              autoComplete="off"
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? "position-problem" : undefined}
            />
            <button type="submit" className="button" name="intent" value="position">
              记住
            </button>
            <span id="position-problem">{problem(wrong)}</span>
          </Form>
        </div>
      ) : null}
      {(failure ?? marking)?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </div>
  );
}
