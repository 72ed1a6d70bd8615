import { shownBytes } from "~/format/bytes";
import { shownDuration } from "~/format/duration";
import { problem } from "~/forms/field-parts";
import styles from "./people.module.css";
import type { Sending } from "./use-recording";

/** The progress of an upload, with buttons to stop or resume it. */
export function RecordingProgress({
  sending: { state, name, bytes, received, seconds, problem: wrong },
  onStop,
  onGoOn,
}: {
  sending: Sending;
  onStop: () => void;
  onGoOn: () => void;
}) {
  if (state === "done")
    return (
      <p role="status">
        已收到“{name}”，{shownDuration(seconds)}
      </p>
    );
  const percent = Math.floor((received * 100) / bytes);
  const goes = state === "sending" || state === "waiting";
  return (
    <div className={styles.sending}>
      {state === "refused" && received === 0 ? null : (
        <progress value={received} max={bytes} aria-label={`${name}的上传进度`} />
      )}
      <p role="status">
        {state === "sending"
          ? received < bytes
            ? `正在上传“${name}”：${shownBytes(received)} / ${shownBytes(bytes)}（${percent}%）`
            : `“${name}”已传完，正在检查…`
          : state === "waiting"
            ? `${wrong?.message ?? "网络连接中断"}，已传 ${percent}%，正在重试…`
            : state === "stopped"
              ? `已停在 ${percent}%，可以接着传`
              : problem([wrong?.fields?.file?.[0] ?? wrong?.message ?? "没有传上去"])}
      </p>
      <div className={styles.buttons}>
        {goes ? (
          <button type="button" className="button" onClick={onStop}>
            停下
          </button>
        ) : (
          <button type="button" className="button" onClick={onGoOn}>
            {received > 0 ? "接着传" : "再试一次"}
          </button>
        )}
      </div>
    </div>
  );
}
