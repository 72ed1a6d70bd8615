import { Link } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useFormAnswer } from "~/forms/form-answer";
import { failureOf } from "~/forms/result";
import type { ComplaintFrameProps } from "~/islands/complaint-frame";
import styles from "./complaint.module.css";
import type { Complaint } from "./complaint.server";
import { ComplaintForm } from "./complaint-form";

interface ComplaintPanelProps {
  complaint: Complaint;
  submissionId: string;
  back?: string;
  /** What Escape does where a dialog stands around the panel: keys pressed in the frame stay in the frame. */
  onEscape?: () => void;
  /** The disclaimer is still to be signed: the complaint page would refuse. */
  waits?: boolean;
}

type Island = { Frame: ComponentType<ComplaintFrameProps>; deviceId: string };

/** Whether somebody has begun to fill the form in. */
function isInUse(form: HTMLFormElement | null): boolean {
  if (!form) return true;
  const fields = form.querySelectorAll<HTMLInputElement>("select, textarea, input:not([type=hidden])");
  return [...fields].some((field) => field.value !== "");
}

/**
 * What a complaint is made with (spec 2.7). The server's HTML is a form; with JavaScript the complaint page
 * takes its place in a frame, and gives it back when it does not open. The form stays in the page, so nothing
 * typed is lost.
 */
export function ComplaintPanel({
  complaint,
  submissionId,
  back,
  onEscape,
  waits = false,
}: ComplaintPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const sentBack = failureOf(useFormAnswer(), "complain") !== undefined;
  const [island, setIsland] = useState<Island>();
  const [view, setShown] = useState<"form" | "frame" | "failed">("form");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive and nothing stands before it
  useEffect(() => {
    if (waits) return;
    let gone = false;
    Promise.all([
      import("~/islands/complaint-frame").then(({ ComplaintFrame }) => ComplaintFrame),
      import("~/islands/visitor-id").then(({ visitorId }) => visitorId()),
    ]).then(
      ([Frame, deviceId]) => {
        if (gone) return;
        setIsland({ Frame, deviceId });
        if (!sentBack && !isInUse(form.current)) setShown("frame");
      },
      // Without it the form is there.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [waits]);
  const deviceId = island?.deviceId ?? "";
  return (
    <div className={styles.panel}>
      {view === "frame" && island ? (
        <>
          <p className={styles.other}>
            页面没有显示出来？
            <button type="button" className="link-button" onClick={() => setShown("form")}>
              改用表单填写
            </button>
            {back ? (
              <Link className="button" to={back} preventScrollReset>
                关闭
              </Link>
            ) : null}
          </p>
          <island.Frame
            address={complaint.frameUrl}
            context={{ ...complaint.context, deviceId }}
            onFailure={() => setShown("failed")}
            onEscape={onEscape}
          />
        </>
      ) : null}
      {view === "failed" ? (
        <p className={styles.failed} role="status">
          投诉页面没有打开，请直接填写下面的表单。
        </p>
      ) : null}
      <div hidden={view === "frame"}>
        <ComplaintForm
          complaint={complaint}
          submissionId={submissionId}
          back={back}
          deviceId={deviceId}
          formRef={form}
        />
      </div>
    </div>
  );
}
