import type { CallName } from "contract";
import type { TextMark } from "contract/base/wire";

/** Fields of all errors of the gateway client. */
interface Failed {
  /** Chinese, safe to show. */
  message: string;
  call: CallName;
  /** The one that the gateway logged. */
  traceId: string;
  /** What happened, in technical words, for the log; nothing that a person typed. */
  detail?: string;
  cause?: unknown;
}

/**
 * Everything that a gateway call can throw. `~/failure/explain.server` says what becomes of each.
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

/**
 * 403: nobody is signed in, or no longer (spec 8). Opens the login dialog, except when it comes from
 * workspace-current.
 */
export class NotSignedIn extends GatewayError {
  get fromWorkspaceCurrent(): boolean {
    return this.call === "workspaceCurrent";
  }
}

/** 401 on current-user: the session was pushed out by another sign-in, or revoked (spec 8). */
export class SessionConflict extends GatewayError {}

/** Signed in, but without the right to do this (errorCode NOT_PERMITTED). */
export class Forbidden extends GatewayError {}

/** Fields of a refusal besides its message. */
interface Refusing extends Omit<Failed, "detail"> {
  /** A code of `contract/refusals`, or another upstream's own. */
  code: string;
  status: number;
  /** Messages by the request's field. */
  fields?: Record<string, string[]> | undefined;
  /** Which spans of the request's texts the refusal is about, by field. */
  marks?: Record<string, TextMark[]> | undefined;
}

/** The gateway understood and said no: a 4xx, or `errcode` "9999" in a 200. */
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

  /** The same refusal with another message, or beside other fields. */
  withReason(other: Partial<Pick<Refusing, "message" | "fields">>): Refused {
    const { message, call, traceId, code, status, fields, marks } = this;
    return new Refused({ message, call, traceId, code, status, fields, marks, cause: this, ...other });
  }
}

/** No usable answer: network failure, cut off, 5xx, a redirect, or something that is not JSON. */
export class Unavailable extends GatewayError {}

/** No complete answer within the time limit. */
export class Timeout extends GatewayError {}

/** An answer that does not fit the row's schema. `paths` names what is wrong and never the values. */
export class ResponseMismatch extends GatewayError {
  readonly paths: string[];

  constructor({ call, traceId, paths }: Pick<Failed, "call" | "traceId"> & { paths: string[] }) {
    const detail = `response of ${call} does not fit its schema at ${paths.join(", ")}`;
    super({ message: "服务返回的数据有误，请稍后再试", call, traceId, detail });
    this.paths = paths;
  }
}

/** Whether a call got no usable answer: never the person's fault. */
export function isUnanswered(error: unknown): error is Unavailable | Timeout | ResponseMismatch {
  return error instanceof Unavailable || error instanceof Timeout || error instanceof ResponseMismatch;
}

/** A refusal said beside a field of the form. */
export function besideField(refused: Refused, field: string, message = refused.message): Refused {
  return refused.withReason({ message, fields: { [field]: [message] } });
}
