import { frameLoaded } from "contract/feedback/constants";
import type { ComplaintContext } from "contract/feedback/fields";
import { useEffect, useRef, useState } from "react";
import styles from "./complaint-frame.module.css";

export interface ComplaintFrameProps {
  /** Of the complaint page: COMPLAINT_FRAME_URL, or the embedded gateway's own. */
  address: string;
  context: ComplaintContext;
  onFailure: () => void;
  onEscape?: (() => void) | undefined;
}

/**
 * Milliseconds in which the page has to report: from the beginning, and from when the browser has loaded it,
 * be it an error page.
 */
const patience = 8_000;
const patienceOnceLoaded = 3_000;

/** Whether a message says that the page is ready: `{ type: "loaded" }`, or the word alone. */
function saysLoaded(message: unknown): boolean {
  return (
    message === frameLoaded ||
    (typeof message === "object" && message !== null && "type" in message && message.type === frameLoaded)
  );
}

/**
 * The complaint page in its frame (spec 2.7). Once it reports that it is loaded it is told what the complaint
 * is about, at its own origin alone. Messages of other windows and origins are nobody's.
 */
export function ComplaintFrame({ address, context, onFailure, onEscape }: ComplaintFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one frame, one exchange
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { origin, href } = new URL(address, location.href);
    let answered = false;
    let timer = setTimeout(onFailure, patience);
    const listen = ({ source, origin: from, data }: MessageEvent) => {
      if (source === null || source !== element.contentWindow || from !== origin || !saysLoaded(data)) return;
      answered = true;
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
      // Another's page keeps its keys to itself: there the button beside the frame closes the dialog.
      // The browser's own page of what it could not load is another's too: it has no document for us.
      if (origin === location.origin)
        element.contentDocument?.defaultView?.addEventListener("keydown", leaveByKey);
      if (answered) return;
      clearTimeout(timer);
      timer = setTimeout(onFailure, patienceOnceLoaded);
    };
    window.addEventListener("message", listen);
    element.addEventListener("load", loaded);
    // Another's page gets no hand on ours. Our own needs no sandbox, and one with scripts and its origin
    // would be none.
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
