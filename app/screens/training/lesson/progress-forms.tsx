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
  /** Seconds that the lesson takes at least. */
  needs: number;
  /** The gateway's word on when this page was opened. */
  opened: string;
  /** Where a script saved it last. */
  saved: number | null;
}

/**
 * Where one stopped, and whether the lesson is learned. A script saves the place by itself; without one it is
 * typed. What is marked by hand stands apart, and counts for no certificate.
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

/** 学完了, which the gateway takes once the page was open for long enough, and the mark by hand. */
function Learning({ place, hasVideo, needs, opened }: ProgressFormsProps) {
  const learning = failureOf(useActionData(), "learned");
  // A page that comes back, or asks anew, was opened when it was opened.
  const [first] = useState(opened);
  const sent = learning?.result.initialValue?.read;
  const said = learning?.result.error?.[""] ?? learning?.result.error?.read;
  const length = shownDuration(needs);
  return (
    <>
      <Form method="post" className={styles.place} preventScrollReset replace>
        <FormToken />
        <input type="hidden" name="read" value={typeof sent === "string" && sent !== "" ? sent : first} />
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
          {problem(said ?? undefined) ??
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

/** Where one stopped: said where a script saves it, typed where there is none. */
function Place({ position }: { position: number }) {
  const failure = failureOf(useActionData(), "position");
  const typed = failure?.result.initialValue?.position;
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
  );
}
