import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { passkeysMax } from "contract/factors/constants";
import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../database/open";
import { passkeys } from "../database/schema";
import type { Account, Services } from "../server/context";
import { Refusal } from "../server/refusal";
import { type ChallengeHolder, keepChallenge, takeChallenge } from "./challenges";

type Using = Pick<Services, "database" | "settings" | "now">;

/** Loaded on demand, because the library loads many certificates and most processes never need it. */
const library = () => import("@simplewebauthn/server");

/** Passkeys belong to a host name, so an IP address cannot have any. */
export const hostOf = (origin: string): string => new URL(origin).hostname;
export const canHavePasskeys = (origin: string): boolean =>
  isIP(hostOf(origin).replace(/^\[|\]$/g, "")) === 0;

/** The part of the browser's answer that is checked here. The library checks the rest. */
const sent = z.looseObject({ id: z.string(), response: z.looseObject({}) });

function parseAnswer<Answer>(text: string): Answer | null {
  try {
    const parsed = sent.safeParse(JSON.parse(text));
    return parsed.success ? (parsed.data as Answer) : null;
  } catch {
    return null;
  }
}

const ownPasskeys = (database: Database, accountId: number) =>
  database.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.id));

/** The hosts that the account's passkeys belong to. */
export const passkeyHosts = async (database: Database, accountId: number): Promise<string[]> => [
  ...new Set((await ownPasskeys(database, accountId)).map(({ host }) => host)),
];

/** Always the same, so that an authenticator keeps one entry for the account. It does not reveal the account's id. */
const handleOf = (accountId: number) =>
  new Uint8Array(createHash("sha256").update(`passkeys of account ${accountId}`).digest());

const descriptors = (rows: (typeof passkeys.$inferSelect)[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }));

/** Returns the options with which a browser makes a passkey. Throws TOO_MANY_PASSKEYS. */
export async function passkeyOptions(
  { database, settings, now }: Using,
  account: Pick<Account, "id" | "nickname">,
  { holder, origin }: { holder: ChallengeHolder; origin: string },
): Promise<string> {
  const rows = await ownPasskeys(database, account.id);
  if (rows.length >= passkeysMax) throw new Refusal("TOO_MANY_PASSKEYS");
  const options = await (await library()).generateRegistrationOptions({
    rpName: settings.siteName,
    rpID: hostOf(origin),
    userName: account.nickname,
    userDisplayName: account.nickname,
    userID: handleOf(account.id),
    excludeCredentials: descriptors(rows),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await keepChallenge(database, holder, {
    accountId: account.id,
    challenge: options.challenge,
    at: now(),
  });
  return JSON.stringify(options);
}

interface NewPasskey {
  holder: ChallengeHolder;
  origin: string;
  answer: string;
  name: string;
}

/**
 * Adds the passkey that a browser made. Call it while the account's row is locked, because it counts the passkeys.
 * Throws PASSKEY_WRONG and TOO_MANY_PASSKEYS.
 */
export async function addPasskey(
  { database, now }: Pick<Using, "database" | "now">,
  accountId: number,
  { holder, origin, answer, name }: NewPasskey,
): Promise<void> {
  const at = now();
  const response = parseAnswer<RegistrationResponseJSON>(answer);
  const challenge = await takeChallenge(database, holder, accountId, at);
  if (!response || !challenge) throw new Refusal("PASSKEY_WRONG");
  // Options may have been requested several times before the last free place was taken.
  if ((await database.$count(passkeys, eq(passkeys.accountId, accountId))) >= passkeysMax)
    throw new Refusal("TOO_MANY_PASSKEYS");
  const verified = await (await library())
    .verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: false,
    })
    .catch(() => ({ verified: false }) as const);
  if (!verified.verified) throw new Refusal("PASSKEY_WRONG");
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const added = await database
    .insert(passkeys)
    .values({
      accountId,
      credentialId: credential.id,
      host: hostOf(origin),
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      name,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  if (added.length === 0) throw new Refusal("PASSKEY_WRONG");
}

/** Returns the options with which a browser uses a passkey of the account, or null if it has none for this host. */
export async function askOptions(
  { database, now }: Pick<Using, "database" | "now">,
  accountId: number,
  { holder, origin }: { holder: ChallengeHolder; origin: string },
): Promise<string | null> {
  const here = (await ownPasskeys(database, accountId)).filter(({ host }) => host === hostOf(origin));
  if (here.length === 0) return null;
  const options = await (await library()).generateAuthenticationOptions({
    rpID: hostOf(origin),
    allowCredentials: descriptors(here),
    userVerification: "preferred",
  });
  await keepChallenge(database, holder, { accountId, challenge: options.challenge, at: now() });
  return JSON.stringify(options);
}

/** Whether the browser's answer is right: one of the account's passkeys has signed the holder's challenge. */
export async function takePasskey(
  { database, now }: Pick<Using, "database" | "now">,
  accountId: number,
  { holder, origin, answer }: { holder: ChallengeHolder; origin: string; answer: string },
): Promise<boolean> {
  const at = now();
  const response = parseAnswer<AuthenticationResponseJSON>(answer);
  const challenge = await takeChallenge(database, holder, accountId, at);
  if (!response || !challenge) return false;
  const own = and(eq(passkeys.accountId, accountId), eq(passkeys.credentialId, response.id));
  const [row] = await database.select().from(passkeys).where(own);
  if (!row) return false;
  const verified = await (await library())
    .verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: row.host,
      requireUserVerification: false,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")),
        counter: row.counter,
        transports: row.transports,
      },
    })
    .catch(() => null);
  if (!verified?.verified) return false;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  // Only one request may raise the counter: a second one with the same count comes from a copy of the passkey.
  const used = await database
    .update(passkeys)
    .set({ counter: newCounter, synced: credentialBackedUp, usedAt: at })
    .where(and(own, eq(passkeys.counter, row.counter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
