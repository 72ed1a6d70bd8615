/** Ids of requests as others give them: they go into logs, headers and pages, so anything else counts as none. */

const idPattern = /^[0-9a-z][\w.-]{7,63}$/i;
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id, where it is one: 8 to 64 letters, digits, dots, dashes and underscores. */
export const asRequestId = (value: string | null | undefined): string | undefined =>
  value && idPattern.test(value) ? value : undefined;

/** The W3C trace context, where it is one. */
export const asTraceparent = (value: string | null | undefined): string | undefined =>
  value && traceparentPattern.test(value) ? value : undefined;

/** The trace id within a trace context. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  traceparent && traceparentPattern.exec(traceparent)?.[1];
