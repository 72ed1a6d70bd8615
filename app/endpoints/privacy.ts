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
  /** Empty when the upstream has no versions. */
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
    // The rate limit refused one more row in the ledger: the person who refuses the policy is signed out anyway.
    if (!(error instanceof Refused)) throw error;
  });
  return { intent };
}

/** The page to show after a refusal: the same page, or the forum when that page is for members only. */
function guestPath(back: string): string {
  const { pathname } = new URL(back, "http://portal");
  return screenAt(pathname)?.access ? inShell(paths.forum(), shellOf(pathname)) : back;
}

/** The policy dialogs post here (spec 4): accept, or refuse and be signed out. */
export const action = buttonAction({
  read: (form) => schema.safeParse(Object.fromEntries(form)).data ?? null,
  run: decide,
  json: (done, refusal): SignAnswer => ({ done: done !== null, message: refusal?.message ?? null }),
  leadsTo: ({ intent }, back) => (intent === "refuse" ? paths.logout(guestPath(back)) : back),
});

export const loader = nothingToRead;
