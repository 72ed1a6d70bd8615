import type { CallName } from "contract";
import type { TextMark } from "contract/wire";

/**
 * Everything that a gateway call can throw (design 8). Each carries the call's name and the trace id that the
 * gateway logged; `message` is Chinese and safe to show, `detail` is for the log.
 *
 * No server imports: error boundaries use these classes too.
 */
export class GatewayError extends Error {
  constructor(
    message: string,
    readonly call: CallName,
    readonly traceId: string,
    /** What happened, in technical words, without anything that a person typed. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** 403: nobody is signed in, or no longer (spec 8). Opens the login dialog, except when it comes from workspace-current. */
export class NotSignedIn extends GatewayError {
  get fromWorkspaceCurrent(): boolean {
    return this.call === "workspaceCurrent";
  }
}

/** 401 on current-user: the session was pushed out by another sign-in, or revoked (spec 8). */
export class SessionConflict extends GatewayError {}

/** Signed in, but without the right to do this (errorCode NOT_PERMITTED). */
export class Forbidden extends GatewayError {}

/** The gateway understood and said no: a 4xx, or `errcode` "9999" in a 200. */
export class Refused extends GatewayError {
  constructor(
    message: string,
    call: CallName,
    traceId: string,
    /** The refusal's code: one of `contract/refusals`, or what another upstream says. */
    readonly code: string,
    readonly status: number,
    /** Messages by the request's field. */
    readonly fields?: Record<string, string[]>,
    /** Spans of the request's texts that are meant, by field. */
    readonly marks?: Record<string, TextMark[]>,
  ) {
    super(message, call, traceId, `refused with ${status} ${code}`);
  }
}

/** No usable answer: network failure, cut off, 5xx, a redirect, or something that is not JSON. */
export class Unavailable extends GatewayError {}

/** No complete answer within the time limit. */
export class Timeout extends GatewayError {}

/** An answer that does not fit the row's schema. `paths` names what is wrong and never the values. */
export class ResponseMismatch extends GatewayError {
  constructor(
    call: CallName,
    traceId: string,
    readonly paths: string[],
  ) {
    super("服务返回的数据有误，请稍后再试", call, traceId, `response of ${call} does not fit its schema at ${paths.join(", ")}`);
  }
}
