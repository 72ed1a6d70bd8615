import { Form, useActionData } from "@remix-run/react";
import { useState } from "react";
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
  place: { position: number; done: boolean; marked: boolean } | null;
  hasVideo: boolean;
  /** The minimum number of seconds that the lesson takes. */
  needs: number;
  /** The gateway's signed time at which this page was opened. */
  opened: string;
  /** The position that a script saved last. */
  saved: number | null;
}

/**
 * The member's position, and whether the lesson is finished. A script saves the position by itself; without scripts
 * the member types it. A mark by hand is separate and does not count for the certificate.
 */
export function ProgressForms(props: ProgressFormsProps) {
  const { signedIn, place, hasVideo, saved } = props;
  const { here } = useShell();
  const answer = useActionData();
  const failure = failureOf(answer, "position");
  const [learning, marking] = [
    failureOf(answer, "learned"),
    failureOf(answer, "mark") ?? failureOf(answer, "unmark"),
  ];
  if (!signedIn && !failure && !learning && !marking)
    return (
      <p className={styles.note}>
        <a href={paths.login(here)}>登录</a>后记住看到哪里，换台设备也能接着学。
      </p>
    );
  return (
    <div className={styles.progress}>
      {place?.done ? (
        <p className="label" data-kind="solved">
          <Icon name="check" />
          已学完
        </p>
      ) : (
        <Learning {...props} />
      )}
      {marking?.result.error?.[""] ? problem(marking.result.error[""] ?? undefined) : null}
      {hasVideo ? <Place position={saved ?? place?.position ?? 0} /> : null}
      {(failure ?? learning ?? marking)?.dialog === "login" ? (
        <LoginDialog redirect={here} keepsPage />
      ) : null}
    </div>
  );
}

/** The button 学完了, which the gateway accepts once the page was open long enough, and the button that marks by hand. */
function Learning({ place, hasVideo, needs, opened }: ProgressFormsProps) {
  const learning = failureOf(useActionData(), "learned");
  // A refused form or a revalidation does not change when the page was opened.
  const [first] = useState(opened);
  const sentRead = learning?.result.initialValue?.read;
  const refusal = learning?.result.error?.[""] ?? learning?.result.error?.read;
  const length = shownDuration(needs);
  return (
    <>
      <Form method="post" className={styles.place} preventScrollReset replace>
        <FormToken />
        <input
          type="hidden"
          name="read"
          value={typeof sentRead === "string" && sentRead !== "" ? sentRead : first}
        />
        <button
          type="submit"
          className="button"
          name="intent"
          value="learned"
          aria-describedby="learned-hint"
        >
          <Icon name="check" />
          学完了
        </button>
        <span id="learned-hint" className={styles.note}>
          {problem(refusal ?? undefined) ??
            (hasVideo
              ? `视频看满 ${length} 自动算学完；读逐字稿的，读满这么久再点`
              : `打开这一页满 ${length} 后再点`)}
        </span>
      </Form>
      <Form method="post" preventScrollReset replace>
        <FormToken />
        <button type="submit" className="link-button" name="intent" value={place?.marked ? "unmark" : "mark"}>
          {place?.marked ? "取消自行标记" : "自行标记（不计入证书）"}
        </button>
      </Form>
    </>
  );
}

/** The member's position: a text where a script saves it, a form without scripts. */
function Place({ position }: { position: number }) {
  const failure = failureOf(useActionData(), "position");
  const typedPosition = failure?.result.initialValue?.position;
  const wrong = failure?.result.error?.position ?? failure?.result.error?.[""] ?? undefined;
  return (
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
          defaultValue={
            typeof typedPosition === "string" ? typedPosition : shownDuration(Math.floor(position))
          }
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
  );
}
