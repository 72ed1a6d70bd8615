/** Checks request ids from outside: they go into logs, headers and pages, so any other value is ignored. */

const idPattern = /^[0-9a-z][\w.-]{7,63}$/i;
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id if it is valid: 8 to 64 letters, digits, dots, dashes and underscores. */
export const asRequestId = (value: string | null | undefined): string | undefined =>
  value && idPattern.test(value) ? value : undefined;

/** The W3C trace context if it is valid. */
export const asTraceparent = (value: string | null | undefined): string | undefined =>
  value && traceparentPattern.test(value) ? value : undefined;

/** The trace id within a trace context. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  traceparent && traceparentPattern.exec(traceparent)?.[1];
