import { z } from "zod";

/**
 * A message as providers of SMS take it: they send no free text, but a template that was approved before, with its
 * parameters. In the order in which the template has them, for those who count them.
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

/** What a provider says is wrong with a message. */
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
 * The provider's code of a refusal, where the hook hands on what Aliyun or Tencent answered: both refuse a template with
 * status 200. Null where nothing was refused.
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

/** Hands an SMS to the hook. Throws where it, or the provider behind it, does not take it. */
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
