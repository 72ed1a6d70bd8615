import type { RefusalBody, TextMark } from "contract/base/wire";
import { type RefusalCode, refusals } from "contract/refusals";

/** Thrown by a handler or a check to answer a call with one of the contract's refusals. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;

  /**
   * @param fields messages by field of the request, if the refusal belongs beside a field
   * @param marks the spans of the request's texts that caused the refusal, by field
   */
  constructor(
    readonly code: RefusalCode,
    fields?: Record<string, string[]>,
    message: string = refusals[code].message,
    readonly marks?: Record<string, TextMark[]>,
  ) {
    super(message);
    this.name = "Refusal";
    this.status = refusals[code].status;
    this.fields = fields;
  }

  body(): RefusalBody {
    const { code: errorCode, message, fields, marks } = this;
    return { errorCode, message, ...(fields ? { fields } : {}), ...(marks ? { marks } : {}) };
  }
}

/** Throws the refusal if the value is missing: `const topic = found(rows[0], "TOPIC_NOT_FOUND")`. */
export function found<T>(thing: T | null | undefined, code: RefusalCode): T {
  if (thing === null || thing === undefined) throw new Refusal(code);
  return thing;
}

/** A refusal whose message is shown beside a field. */
export const refusedAt = (field: string, code: RefusalCode): Refusal =>
  new Refusal(code, { [field]: [refusals[code].message] });
