import type { RefusalBody, TextMark } from "contract/base/wire";
import { type RefusalCode, refusals } from "contract/refusals";

/** Thrown by a handler or a check to answer a call with one of the contract's refusals. */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;

  /**
   * @param fields messages by the request's field, when the refusal belongs beside one.
   * @param marks spans of the request's texts that are meant, by field.
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

/** Refuses unless the thing is there: `const topic = found(rows[0], "TOPIC_NOT_FOUND")`. */
export function found<T>(thing: T | null | undefined, code: RefusalCode): T {
  if (thing === null || thing === undefined) throw new Refusal(code);
  return thing;
}
