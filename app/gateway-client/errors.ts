import type { CallName } from "contract";
import type { TextMark } from "contract/base/wire";

/** Fields of all errors of the gateway client. */
interface Failed {
  /** A Chinese message that can be shown to people. */
  message: string;
  call: CallName;
  /** The trace id in the gateway's log. */
  traceId: string;
  /** Technical details for the log; never contains typed text. */
  detail?: string;
  cause?: unknown;
}

/**
 * The base class of everything that a gateway call can throw. `~/failure/explain.server` decides what the page shows
 * for each.
 *
 * No server imports: error boundaries use these classes too.
 */
export class GatewayError extends Error {
  readonly call: CallName;
  readonly traceId: string;
  readonly detail: string;

  constructor({ message, call, traceId, detail = "", cause }: Failed) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.call = call;
    this.traceId = traceId;
    this.detail = detail;
  }
}

/** 403: nobody is signed in (spec 8). Opens the login dialog, except from workspace-current. */
export class NotSignedIn extends GatewayError {
  get fromWorkspaceCurrent(): boolean {
    return this.call === "workspaceCurrent";
  }
}

/** 401 from current-user: another sign-in replaced the session, or it was revoked (spec 8). */
export class SessionConflict extends GatewayError {}

/** Signed in, but without the right (errorCode NOT_PERMITTED). */
export class Forbidden extends GatewayError {}

/** The fields of a refusal besides its message. */
interface Refusing extends Omit<Failed, "detail"> {
  /** A code of `contract/refusals`, or one of another upstream. */
  code: string;
  status: number;
  /** Messages by the request's field. */
  fields?: Record<string, string[]> | undefined;
  /** The parts of the request's texts that the refusal is about, by field. */
  marks?: Record<string, TextMark[]> | undefined;
}

/** The gateway refused the request: a 4xx, or `errcode` "9999" in a 200. */
export class Refused extends GatewayError {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly marks: Record<string, TextMark[]> | undefined;

  constructor({ code, status, fields, marks, ...failed }: Refusing) {
    super({ ...failed, detail: `refused with ${status} ${code}` });
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.marks = marks;
  }

  /** The same refusal with another message or other fields. */
  withReason(other: Partial<Pick<Refusing, "message" | "fields">>): Refused {
    const { message, call, traceId, code, status, fields, marks } = this;
    return new Refused({ message, call, traceId, code, status, fields, marks, cause: this, ...other });
  }
}

/** No usable answer: a network failure, a broken connection, a 5xx, a redirect, or a body that is not JSON. */
export class Unavailable extends GatewayError {}

/** No complete answer within the time limit. */
export class Timeout extends GatewayError {}

/** The answer does not match the row's schema. `paths` has the names of wrong fields, never values. */
export class ResponseMismatch extends GatewayError {
  readonly paths: string[];

  constructor({ call, traceId, paths }: Pick<Failed, "call" | "traceId"> & { paths: string[] }) {
    const detail = `response of ${call} does not fit its schema at ${paths.join(", ")}`;
    super({ message: "服务返回的数据有误，请稍后再试", call, traceId, detail });
    this.paths = paths;
  }
}

/** Whether a call got no usable answer; that is never the member's fault. */
export function isUnanswered(error: unknown): error is Unavailable | Timeout | ResponseMismatch {
  return error instanceof Unavailable || error instanceof Timeout || error instanceof ResponseMismatch;
}

/** A refusal whose message is shown by a field of the form. */
export function besideField(refused: Refused, field: string, message = refused.message): Refused {
  return refused.withReason({ message, fields: { [field]: [message] } });
}
