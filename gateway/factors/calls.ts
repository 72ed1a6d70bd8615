/** The calls to manage the second factors of one's own account, and to confirm one's identity again. */
import type { CallResponse } from "contract";
import type { factorCalls } from "contract/factors/calls";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { authenticators, passkeys } from "../database/schema";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { officesOf } from "../server/offices";
import { Refusal } from "../server/refusal";
import { startAuthenticator } from "./authenticator";
import {
  addPasskey,
  removePasskey,
  renewRecoveryCodes,
  turnAuthenticatorOff,
  turnAuthenticatorOn,
} from "./change";
import { confirmationWays, confirmIdentity } from "./confirm";
import { canHavePasskeys, passkeyOptions } from "./passkeys";
import { codesLeft } from "./recovery";
import { sessionHolder } from "./session-holder";

async function secondFactors(context: CallContext): Promise<CallResponse<"secondFactors">> {
  const { database, caller, settings } = context;
  const { id } = accountOf(context);
  const [authenticator] = await database
    .select({ since: authenticators.confirmedAt })
    .from(authenticators)
    .where(and(eq(authenticators.accountId, id), isNotNull(authenticators.confirmedAt)));
  const keys = await database
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, id))
    .orderBy(asc(passkeys.id));
  const isStaff = officesOf(context).length > 0 || caller.lacksFactor === true;
  return {
    authenticator: authenticator?.since ? { since: authenticator.since.toISOString() } : null,
    passkeys: keys.map(({ id, name, host, createdAt, usedAt }) => ({
      id,
      name,
      host,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await codesLeft(database, id),
    required: isStaff && settings.staffSecondFactor === true,
  };
}

/** Throws PASSKEY_WRONG if an origin cannot have passkeys or does not belong to this site. */
function requireOwnSite({ settings }: CallContext, origin: string): void {
  const { allowedOrigins } = settings;
  const isOwn = allowedOrigins.length === 0 || allowedOrigins.includes(origin);
  if (!isOwn || !canHavePasskeys(origin)) throw new Refusal("PASSKEY_WRONG");
}

export const factorHandlers = {
  secondFactors: (_request, context) => secondFactors(context),

  startAuthenticator: (_request, context) => startAuthenticator(context, accountOf(context)),

  async confirmAuthenticator({ code }, context) {
    return { success: true, recoveryCodes: await turnAuthenticatorOn(context, code) };
  },

  async removeAuthenticator(_request, context) {
    await turnAuthenticatorOff(context);
    return { success: true };
  },

  async passkeyOptions({ origin }, context) {
    requireOwnSite(context, origin);
    const holder = sessionHolder(context, "make");
    return { options: await passkeyOptions(context, accountOf(context), { holder, origin }) };
  },

  async addPasskey(request, context) {
    requireOwnSite(context, request.origin);
    return { success: true, recoveryCodes: await addPasskey(context, request) };
  },

  async removePasskey({ id }, context) {
    await removePasskey(context, id);
    return { success: true };
  },

  async makeRecoveryCodes(_request, context) {
    return { recoveryCodes: await renewRecoveryCodes(context) };
  },

  confirmationWays: (request, context) => confirmationWays(context, request),

  async confirmIdentity(request, context) {
    if (request.passkey) requireOwnSite(context, request.origin);
    await confirmIdentity(context, request);
    return { success: true };
  },
} satisfies HandlersOf<typeof factorCalls>;
