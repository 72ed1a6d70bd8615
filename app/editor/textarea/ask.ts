import { currentFormToken } from "~/forms/form-token";

/** What the portal answered to the editor. `status` 0: no answer came. */
export type AskResult<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; code: string; message: string; details: Record<string, unknown> };

interface Asking {
  method?: "GET" | "POST";
  fields?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the request outlive the page that sends it. */
  keepalive?: boolean;
}

/**
 * Asks one of the editor's addresses (`app/endpoints/editor/*`), with the form's token where something is
 * sent. Never throws: the network, an ended session and a refusal all come back as an answer with a sentence
 * for people.
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
