import { typed } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";

/** The refusals that say what somebody else did meanwhile: who posts again has read it. */
const changed: readonly (string | undefined)[] = ["ADVICE_CHANGED", "CANNED_REPLY_CHANGED"];

interface Props {
  name: string;
  /** What the page shows now. */
  shown: number | string;
  /** The form that came back. */
  failure: FormFailure | undefined;
}

/**
 * What a form showed when somebody began to fill it in, by which the gateway notices that somebody else was faster. A
 * form that comes back for another reason still says what it showed then: what the page shows by now was not read.
 */
export function ShownValue({ name, shown, failure }: Props) {
  const { initialValue: posted, error } = failure?.result ?? {};
  // One that the form lost on its way would be refused for ever.
  const keeps = posted && !error?.[name] && !changed.includes(failure?.code);
  const value = keeps ? (typed(posted[name]) ?? "") : shown;
  return <input type="hidden" name={name} value={value} />;
}
