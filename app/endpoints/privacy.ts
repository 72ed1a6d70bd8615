import { privacyIds } from "contract/privacy/constants";
import { z } from "zod";
import type { SignAnswer } from "~/consent/sign";
import { acceptance, signedText } from "~/consent/sign.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { inShell, shellOf } from "~/navigation/shell-address";
import type { Scope } from "~/request/scope.server";
import { buttonAction, nothingToRead } from "./button-action.server";

const schema = z.object({
  intent: z.enum(["accept", "refuse"]),
  privacyId: z.enum(privacyIds),
  /** Empty where the upstream keeps no versions. */
  version: z.string().max(20),
});
type PolicyDecision = z.output<typeof schema>;

async function decide(
  { gateway, session }: Scope,
  { intent, privacyId, version }: PolicyDecision,
): Promise<{ intent: PolicyDecision["intent"] }> {
  if (intent === "accept") {
    await gateway.call("userSigned", acceptance(privacyId, version));
    if (privacyId === "Disclaimer") session.flash("notice", signedText);
    return { intent };
  }
  await gateway.call("userSigned", { privacyId, status: "2" }).catch((error: unknown) => {
    // Refused too often for one more line in the ledger: still, whoever refuses leaves.
    if (!(error instanceof Refused)) throw error;
  });
  return { intent };
}

/**
 * Where somebody who has refused goes on looking around as a guest: the same page, unless it is for members
 * only.
 */
function guestPath(back: string): string {
  const { pathname } = new URL(back, "http://portal");
  return screenAt(pathname)?.access ? inShell(paths.forum(), shellOf(pathname)) : back;
}

/** What the policy dialogs post to (spec 4): accept, or refuse and be logged out. */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: decide,
  json: (done, refusal): SignAnswer => ({ done: done !== null, message: refusal?.message ?? null }),
  leadsTo: ({ intent }, back) => (intent === "refuse" ? paths.logout(guestPath(back)) : back),
});

export const loader = nothingToRead;
