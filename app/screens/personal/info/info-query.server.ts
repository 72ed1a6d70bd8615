import { z } from "zod";
import { optionalId } from "~/request/inputs.server";

const channel = z.enum(["phone", "email"]).optional().catch(undefined);
const text = z.string().optional();

/** Queries of /personalCenter/info (spec 2.1, 2.8). */
export const infoQuery = z.object({
  tab: text,
  /** `dialog` shows only the form, in a dialog that leads back to `back`. */
  enterType: text,
  back: text,
  /**
   * The contact change flow: which contact changes, the step, and by which contact the member verifies the identity.
   */
  change: channel,
  step: text,
  /** The company account that is to be taken away. */
  unlink: optionalId,
  by: channel,
});
