import type { Uploaded } from "contract/files/calls";
import { currentFormToken } from "~/forms/form-token";

/** The result of sending a file. `code` is the portal's, or NETWORK when there was no answer. */
export type Sent = { ok: true; uploaded: Uploaded } | { ok: false; code: string; message: string };

/** An upload without any progress for this many milliseconds counts as failed. */
const patience = 60_000;

/**
 * Sends a file to the portal and reports the progress (0 to 1). It uses XMLHttpRequest, because fetch does not report
 * the progress of a request body. Never rejects; an abort resolves with the code ABORTED.
 */
export function sendFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const end = (sent: Sent) => {
      clearTimeout(timer);
      resolve(sent);
    };
    const lost = () =>
      end({ ok: false, code: "NETWORK", message: "网络中断，文件还在这里，请检查网络后重试" });
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        lost();
        request.abort();
      }, patience);
    };
    request.open("POST", "/editor/upload");
    request.setRequestHeader("accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onerror = lost;
    request.onabort = () => end({ ok: false, code: "ABORTED", message: "已取消" });
    request.onload = () => end(read(request));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.set("csrf", currentFormToken());
    form.set("file", file, file.name);
    wait();
    request.send(form);
  });
}

function read({ status, response }: XMLHttpRequest): Sent {
  const body = (response ?? {}) as Record<string, unknown>;
  if (status === 200 && typeof body.address === "string")
    return { ok: true, uploaded: body as unknown as Uploaded };
  const code = typeof body.code === "string" ? body.code : "UNAVAILABLE";
  if (code === "NOT_SIGNED_IN")
    return { ok: false, code, message: "登录状态已失效，请重新登录后再重试，文件还在这里" };
  if (code === "FORM_TOKEN") return { ok: false, code, message: "页面已过期，请刷新页面后再上传" };
  const message =
    typeof body.message === "string" && body.message ? body.message : "上传没有成功，请稍后重试";
  return { ok: false, code, message: status === 413 && !body.message ? "文件太大" : message };
}
