import { frameLoaded } from "contract/feedback/constants";
import type { ComplaintContext } from "contract/feedback/fields";
import { useEffect, useRef, useState } from "react";
import styles from "./complaint-frame.module.css";

export interface ComplaintFrameProps {
  /** The address of the complaint page: COMPLAINT_FRAME_URL, or the embedded gateway's page. */
  address: string;
  context: ComplaintContext;
  onFailure: () => void;
  onEscape?: (() => void) | undefined;
}

/**
 * How many milliseconds the page has to report that it is ready: from the start, and after the browser's load event,
 * which error pages fire too.
 */
const patience = 8_000;
const patienceOnceLoaded = 3_000;

/** Whether a message means that the page is ready: `{ type: "loaded" }`, or the string itself. */
function saysLoaded(message: unknown): boolean {
  return (
    message === frameLoaded ||
    (typeof message === "object" && message !== null && "type" in message && message.type === frameLoaded)
  );
}

/**
 * The complaint page in its frame (spec 2.7). When it reports that it is loaded, it gets the subject of the
 * complaint, only at its own origin. Messages of other windows and origins are ignored.
 */
export function ComplaintFrame({ address, context, onFailure, onEscape }: ComplaintFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one frame loads once
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { origin, href } = new URL(address, location.href);
    let hasReported = false;
    let timer = setTimeout(onFailure, patience);
    const listen = ({ source, origin: from, data }: MessageEvent) => {
      if (source === null || source !== element.contentWindow || from !== origin || !saysLoaded(data)) return;
      hasReported = true;
      clearTimeout(timer);
      const { appId, sceneId, subSceneId, deviceId, businessKey, additionalContext } = context;
      element.contentWindow.postMessage(
        { appId, sceneId, subSceneId, deviceId, businessKey, additionalContext },
        origin,
      );
      setReady(true);
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) onEscape?.();
    };
    const loaded = () => {
      // We cannot read the keys of a page of another origin: there the button beside the frame closes the dialog.
      // That includes the browser's own error page, which gives us no document.
      if (origin === location.origin)
        element.contentDocument?.defaultView?.addEventListener("keydown", leaveByKey);
      if (hasReported) return;
      clearTimeout(timer);
      timer = setTimeout(onFailure, patienceOnceLoaded);
    };
    window.addEventListener("message", listen);
    element.addEventListener("load", loaded);
    // A page of another origin must not control ours, so it is sandboxed. Our own page needs no sandbox: with
    // allow-scripts and allow-same-origin it has no effect there.
    if (origin !== location.origin)
      element.setAttribute("sandbox", "allow-forms allow-popups allow-same-origin allow-scripts");
    element.src = href;
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", listen);
      element.removeEventListener("load", loaded);
    };
  }, []);
  return (
    <>
      {ready ? null : (
        <p className={styles.waiting} role="status">
          正在打开投诉页面…
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        title="投诉页面"
        referrerPolicy="strict-origin-when-cross-origin"
        hidden={!ready}
      />
    </>
  );
}
