import { currentFormToken } from "~/forms/form-token";

/** The portal's answer to a request of the editor. `status` 0: the network failed. */
export type AskResult<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; code: string; message: string; details: Record<string, unknown> };

interface Asking {
  method?: "GET" | "POST";
  fields?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the request continue after the page is closed. */
  keepalive?: boolean;
}

/**
 * Calls one of the editor's endpoints (`app/endpoints/editor/*`); sends the form's token with a POST. Never throws: a
 * network failure, an ended session and a refusal all return an answer with a message for people.
 */
export async function ask<Data>(
  task: string,
  { method = "GET", fields = {}, signal, keepalive }: Asking = {},
): Promise<AskResult<Data>> {
  const query = method === "GET" && Object.keys(fields).length > 0 ? `?${new URLSearchParams(fields)}` : "";
  try {
    const response = await fetch(`/editor/${task}${query}`, {
      method,
      headers: { accept: "application/json" },
      ...(method === "POST" ? { body: new URLSearchParams({ ...fields, csrf: currentFormToken() }) } : {}),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok) return { ok: true, data: body as Data };
    const { code, message, ...details } = body;
    return {
      ok: false,
      status: response.status,
      code: String(code ?? ""),
      message: String(message ?? "操作未成功，请稍后再试"),
      details,
    };
  } catch {
    return { ok: false, status: 0, code: "NETWORK", message: "网络连接中断，请检查网络后再试", details: {} };
  }
}
