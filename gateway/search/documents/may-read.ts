import type { ResourceAccess } from "contract/resources/constants";
import { checkDisclaimer } from "../../privacy/consents";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";

/**
 * The kinds of access that the caller has: the text of a file is shown to those who may download it, and to nobody else.
 */
export async function accessOf(context: CallContext): Promise<ResourceAccess[]> {
  const { account } = context.caller;
  if (!account) return ["open"];
  try {
    await checkDisclaimer(account, context);
    return ["open", "login", "disclaimer"];
  } catch (error) {
    if (error instanceof Refusal) return ["open", "login"];
    throw error;
  }
}
