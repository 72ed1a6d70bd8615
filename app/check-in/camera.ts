import { createReader } from "./reader";

/** The pause between two frames that are read, in milliseconds: a phone must not heat up over hours. */
const pause = 150;
/** The time during which the same code is not reported again after it was last seen, in milliseconds. */
const repeatAfter = 3_000;

/** The text for an error when the camera starts. */
function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError")
    return "浏览器没有得到使用摄像头的许可。请在浏览器设置里允许后再试，或者拍照、输入八位字母";
  if (name === "NotFoundError" || name === "OverconstrainedError")
    return "没有找到摄像头。可以拍照上传，或输入八位字母";
  if (name === "NotReadableError") return "摄像头正被其他应用占用，关掉它再试";
  return "摄像头没有打开。可以拍照上传，或输入八位字母";
}

export interface Camera {
  stop(): void;
}

/**
 * Shows the camera in `video` and passes each code in its picture to `onCode`, one after the other.
 * @returns the camera, or the reason why it did not start
 */
export async function startCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => Promise<void>,
): Promise<Camera | { problem: string }> {
  if (!navigator.mediaDevices?.getUserMedia)
    return { problem: "这个浏览器不能使用摄像头。可以拍照上传，或输入八位字母" };
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    return { problem: cameraProblem(error) };
  }
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  let read: Awaited<ReturnType<typeof createReader>>;
  try {
    video.srcObject = stream;
    [read] = await Promise.all([createReader(), video.play()]);
  } catch {
    stop();
    return { problem: "识别二维码的程序没有载入。联网后再打开摄像头，或输入八位字母" };
  }
  const last = { code: "", seen: 0 };
  const look = async () => {
    if (stopped) return;
    const code = await read(video).catch(() => null);
    const now = performance.now();
    if (code && !stopped) {
      const isNew = code !== last.code || now - last.seen > repeatAfter;
      Object.assign(last, { code, seen: now });
      if (isNew) {
        await onCode(code);
        last.seen = performance.now();
      }
    }
    setTimeout(look, pause);
  };
  void look();
  return { stop };
}
