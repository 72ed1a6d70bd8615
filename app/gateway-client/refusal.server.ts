import type { CallName } from "contract";
import { type RefusalCode, refusals } from "contract/refusals";
import { z } from "zod";
import { Forbidden, type GatewayError, NotSignedIn, Refused, SessionConflict, Unavailable } from "./errors";
import type { UpstreamRejection } from "./exchange.server";

/**
 * What a refusal may look like: ours (contract/wire), or the names that the spec gives for other upstreams
 * (errcode, errorMsg).
 */
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

/** The refusal for a bare status whose body says nothing, such as a proxy's 413. */
const codeByStatus: Record<number, RefusalCode> = {
  400: "INVALID_REQUEST",
  401: "SESSION_CONFLICT",
  403: "NOT_SIGNED_IN",
  413: "BODY_TOO_LARGE",
  429: "TOO_FREQUENT",
};

/**
 * Calls whose refusals are shown in the server's own words, in any language and without a code, and the
 * default message of each (spec 8: send code, update contact and avatar).
 */
const shownAsIs: Partial<Record<CallName, string>> = {
  updateIdentityUser: "修改失败, 请重试",
  sendPhoneCode: "发送验证码失败",
  sendEmailCode: "发送验证码失败",
  fileUpload: "头像上传失败，请重试",
};

const messageMaximum = 300;
/** A message for people is Chinese, short and no markup; anything else an upstream says stays in the log. */
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
/** Another upstream may send one of the spec's refusals word for word under a code of its own. */
function ownCode(code: string | undefined, message: string | undefined): string | undefined {
  return isKnown(code) ? code : (codeByMessage.get(message ?? "") ?? code);
}

/** Turns a rejected or 400 answer into the typed error of spec 8. */
export function refusalError(name: CallName, traceId: string, rejection: UpstreamRejection): GatewayError {
  const { status } = rejection;
  const parsed = refusalBody.safeParse(rejection.body);
  const body: z.infer<typeof refusalBody> = parsed.success ? parsed.data : {};
  const asIs = name in shownAsIs;
  const said = forPeople(body.message, asIs) ?? forPeople(body.errorMsg, asIs);
  const code =
    ownCode(rejection.errorCode ?? body.errorCode, body.message ?? body.errorMsg) ??
    // Of a bare 401 only current-user's says something about the session (spec 8).
    (status === 401 && name !== "currentUser" ? undefined : codeByStatus[status]) ??
    (asIs && said ? `STATUS_${status}` : undefined);
  // What says beside which field it belongs is meant for whoever filled it in.
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
    said ?? (isKnown(code) ? refusals[code].message : (shownAsIs[name] ?? "操作未成功，请稍后再试"));
  const failed = { message, call: name, traceId };
  const detail = `refused with ${status} ${code}`;
  if (code === "NOT_PERMITTED") return new Forbidden({ ...failed, detail });
  if (status === 403) return new NotSignedIn({ ...failed, detail });
  if (status === 401 && name === "currentUser") return new SessionConflict({ ...failed, detail });
  return new Refused({ ...failed, code, status, fields: body.fields, marks: body.marks });
}

/**
 * A refusal of the contract that the portal itself raises, before or after a call; `message` replaces its
 * usual sentence.
 */
export function refuse(
  code: RefusalCode,
  { call, traceId, message }: { call: CallName; traceId: string; message?: string },
): Refused {
  const refusal = refusals[code];
  return new Refused({ message: message ?? refusal.message, call, traceId, code, status: refusal.status });
}
