import type { CallName } from "contract";
import { type RefusalCode, refusals } from "contract/refusals";
import { z } from "zod";
import { Forbidden, type GatewayError, NotSignedIn, Refused, SessionConflict, Unavailable } from "./errors";
import type { UpstreamRejection } from "./exchange.server";
import { tellMissingCall } from "./missing-call.server";

/** The body of a refusal: ours (contract/wire), or with the spec's names for other upstreams (errcode, errorMsg). */
const refusalBody = z.object({
  errorCode: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errorMsg: z.string().optional().catch(undefined),
  marks: z
    .record(
      z.string(),
      z.array(
        z.object({
          start: z.number().int().min(0),
          end: z.number().int().min(0),
          item: z.number().int().min(0).optional(),
        }),
      ),
    )
    .optional()
    .catch(undefined),
  fields: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
});

/** The refusal for a status whose body has no code, such as a proxy's 413. */
const codeByStatus: Record<number, RefusalCode> = {
  400: "INVALID_REQUEST",
  401: "SESSION_CONFLICT",
  403: "NOT_SIGNED_IN",
  413: "BODY_TOO_LARGE",
  429: "TOO_FREQUENT",
};

/**
 * Calls whose refusals show the server's own message, in any language and without a code; with the default message of
 * each (spec 8: send code, update contact and avatar).
 */
const shownAsIs: Partial<Record<CallName, string>> = {
  updateIdentityUser: "修改失败, 请重试",
  sendPhoneCode: "发送验证码失败",
  sendEmailCode: "发送验证码失败",
  fileUpload: "头像上传失败，请重试",
};

const messageMaximum = 300;
/** Only a short Chinese message without markup is shown to people; other texts of an upstream go to the log. */
function forPeople(message: string | undefined, asIs: boolean): string | undefined {
  return message &&
    message.length <= messageMaximum &&
    (asIs || /\p{Script=Han}/u.test(message)) &&
    !/<\/?[a-z]/i.test(message)
    ? message
    : undefined;
}

function isKnown(code: string | undefined): code is RefusalCode {
  return code !== undefined && code in refusals;
}

const codeByMessage = new Map<string, string>(
  Object.entries(refusals).map(([code, { message }]) => [message, code]),
);
/** The code of a refusal. Another upstream may send one of the spec's messages with an unknown code. */
function ownCode(code: string | undefined, message: string | undefined): string | undefined {
  return isKnown(code) ? code : (codeByMessage.get(message ?? "") ?? code);
}

/** Converts a rejected or 400 answer to the typed error of spec 8. */
export function refusalError(name: CallName, traceId: string, rejection: UpstreamRejection): GatewayError {
  const { status } = rejection;
  const parsed = refusalBody.safeParse(rejection.body);
  const body: z.infer<typeof refusalBody> = parsed.success ? parsed.data : {};
  const asIs = name in shownAsIs;
  const ownMessage = forPeople(body.message, asIs) ?? forPeople(body.errorMsg, asIs);
  const code =
    ownCode(rejection.errorCode ?? body.errorCode, body.message ?? body.errorMsg) ??
    // A 401 without a code is about the session only when it comes from current-user (spec 8).
    (status === 401 && name !== "currentUser" ? undefined : codeByStatus[status]) ??
    (asIs && ownMessage ? `STATUS_${status}` : undefined);
  if (code === "CALL_NOT_FOUND") tellMissingCall(name);
  // A 503 that names a field is about what the person filled in, so its message is shown there.
  const isBesideField = status === 503 && isKnown(code) && body.fields !== undefined;
  if ((status >= 500 && !isBesideField) || (status >= 300 && status < 400) || code === undefined) {
    return new Unavailable({
      message: "服务暂时不可用，请稍后再试",
      call: name,
      traceId,
      detail: `answered ${status}`,
    });
  }
  const message =
    ownMessage ?? (isKnown(code) ? refusals[code].message : (shownAsIs[name] ?? "操作未成功，请稍后再试"));
  const failed = { message, call: name, traceId };
  const detail = `refused with ${status} ${code}`;
  if (code === "NOT_PERMITTED") return new Forbidden({ ...failed, detail });
  if (status === 403) return new NotSignedIn({ ...failed, detail });
  if (status === 401 && name === "currentUser") return new SessionConflict({ ...failed, detail });
  return new Refused({ ...failed, code, status, fields: body.fields, marks: body.marks });
}

/** A refusal of the contract raised by the portal itself; `message` replaces the usual one. */
export function refuse(
  code: RefusalCode,
  { call, traceId, message }: { call: CallName; traceId: string; message?: string },
): Refused {
  const refusal = refusals[code];
  return new Refused({ message: message ?? refusal.message, call, traceId, code, status: refusal.status });
}
