import { z } from "zod";

/**
 * A message for providers of SMS, which send approved templates instead of free text. The parameters are in the order of
 * the template, because some providers number them.
 */
export interface SmsTemplate {
  name: "code";
  parameters: { code: string; minutes: string };
}

export interface Sms {
  recipient: string;
  text: string;
  template?: SmsTemplate | undefined;
}

/** A sender must take a message within this time: a person waits for the code. */
const timeout = 10_000;
const answerMaximum = 20_000;

/** The provider refused the message. */
export class SmsRefused extends Error {
  constructor(readonly code: string) {
    super(`短信服务商没有接受：${code}`);
  }
}

const code = z.string().regex(/^[\w.:-]{1,100}$/);
const aliyun = z.object({ Code: code, RequestId: z.string() });
const tencent = z.object({
  Response: z.object({
    Error: z.object({ Code: code }).optional(),
    SendStatusSet: z.array(z.object({ Code: code })).optional(),
  }),
});

/**
 * The error code in an answer of Aliyun or Tencent, which both refuse messages with status 200; null if there is none.
 */
export function providerRefusal(answer: unknown): string | null {
  const ofAliyun = aliyun.safeParse(answer);
  if (ofAliyun.success) return ofAliyun.data.Code === "OK" ? null : ofAliyun.data.Code;
  const ofTencent = tencent.safeParse(answer);
  if (!ofTencent.success) return null;
  const { Error: failure, SendStatusSet: each = [] } = ofTencent.data.Response;
  return failure?.Code ?? each.find((one) => one.Code !== "Ok")?.Code ?? null;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Sends an SMS to the hook. Throws if the hook or its provider refuses it. */
export async function postSms(
  hookUrl: string,
  token: string | undefined,
  { recipient, text, template }: Sms,
): Promise<void> {
  const response = await fetch(hookUrl, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ phoneNumber: recipient, callCountryCode: "+86", text, template }),
    signal: AbortSignal.timeout(timeout),
    // A token must not follow a redirect to somewhere else.
    redirect: "error",
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`短信接口回答 ${response.status}`);
  }
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  if (!isJson || Number(response.headers.get("content-length") ?? 0) > answerMaximum) {
    await response.body?.cancel();
    return;
  }
  const refused = providerRefusal(parsed(await response.text()));
  if (refused !== null) throw new SmsRefused(refused);
}
