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
  /**
   * Called by Escape in our own frame when the panel is in a dialog: keys pressed in a frame do not reach the dialog.
   */
  onEscape?: () => void;
  /** The disclaimer is not accepted yet, so the complaint page would refuse. */
  waits?: boolean;
}

type Island = { Frame: ComponentType<ComplaintFrameProps>; deviceId: string };

/** Whether somebody has begun to fill in the form. */
function isInUse(form: HTMLFormElement | null): boolean {
  if (!form) return true;
  const fields = form.querySelectorAll<HTMLInputElement>("select, textarea, input:not([type=hidden])");
  return [...fields].some((field) => field.value !== "");
}

/**
 * The complaint form (spec 2.7). With JavaScript the complaint page replaces it in a frame; if the frame fails to
 * open, the form is shown again. The form stays in the page, so nothing typed is lost.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration and the disclaimer
  useEffect(() => {
    if (waits) return;
    let unmounted = false;
    Promise.all([
      import("~/islands/complaint-frame").then(({ ComplaintFrame }) => ComplaintFrame),
      import("~/islands/visitor-id").then(({ visitorId }) => visitorId()),
    ]).then(
      ([Frame, deviceId]) => {
        if (unmounted) return;
        setIsland({ Frame, deviceId });
        if (!sentBack && !isInUse(form.current)) setShown("frame");
      },
      // When the code fails to load, the form stays.
      () => undefined,
    );
    return () => {
      unmounted = true;
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
