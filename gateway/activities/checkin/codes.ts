import { createPrivateKey, createPublicKey, generateKeyPairSync, randomInt, sign, verify } from "node:crypto";
import { checkInCodeLength, codeGraceHours, typedCodeLength } from "contract/activities/constants";
import { addTime } from "contract/base/time";
import { asc, desc } from "drizzle-orm";
import { activityKeys } from "../../database/schema";
import { keep } from "../../server/answers";
import type { Services } from "../../server/context";

/**
 * Check-in codes: `A1.` and 102 characters of base64url, which are 12 bytes (signupId, activityId, expiry in seconds,
 * each 32 bits) and their ES256 signature (64 bytes). A device that has the public key can check them offline.
 */
const prefix = "A1.";
const payloadBytes = 12;
const curve = { dsaEncoding: "ieee-p1363" } as const;

/** Leaves out letters that look alike. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Eight letters, for typing when nothing can be scanned. */
export const newLetters = (): string =>
  Array.from({ length: typedCodeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

type KeyRow = typeof activityKeys.$inferSelect;
/** How long the keys are cached. Keys never change, but another process may add one. */
const keysKeep = { seconds: 600 };

async function readKeys({ database, now }: Pick<Services, "database" | "now">): Promise<KeyRow[]> {
  const latest = () =>
    database.select().from(activityKeys).orderBy(desc(activityKeys.createdAt), asc(activityKeys.kid));
  const rows = await latest();
  if (rows.length > 0) return rows;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  await database
    .insert(activityKeys)
    // The fixed id leaves one first key when several processes start at once.
    .values({
      kid: "1",
      privateKey: String(privateKey.export({ type: "pkcs8", format: "pem" })),
      x,
      y,
      createdAt: now(),
    })
    .onConflictDoNothing();
  return latest();
}

/** The signing keys, latest first; makes the first one if there is none. */
export const keysOf = (services: Pick<Services, "database" | "now">): Promise<KeyRow[]> =>
  keep(services, ["check-in keys"], keysKeep, () => readKeys(services));

/** When an activity's codes expire. */
export const codeExpiry = ({ endAt }: { endAt: Date }) => addTime(endAt, codeGraceHours, "hour");

/** The signed code of a sign-up, 105 characters. */
export async function signCode(
  services: Pick<Services, "database" | "now">,
  { id, activityId }: { id: number; activityId: number },
  expiresAt: Date,
): Promise<string> {
  const [key] = await keysOf(services);
  if (!key) throw new Error("no key to sign check-in codes with");
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt32BE(id, 0);
  payload.writeUInt32BE(activityId, 4);
  payload.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 8);
  const signature = sign("sha256", payload, { key: createPrivateKey(key.privateKey), ...curve });
  return prefix + Buffer.concat([payload, signature]).toString("base64url");
}

/** The content of a signed code, or null when none of our keys signed it. The caller checks whether it has expired. */
export async function readCode(
  services: Pick<Services, "database" | "now">,
  code: string,
): Promise<{ signupId: number; activityId: number; expiresAt: Date } | null> {
  if (code.length !== checkInCodeLength || !/^A1\.[\w-]+$/.test(code)) return null;
  const bytes = Buffer.from(code.slice(prefix.length), "base64url");
  const [payload, signature] = [bytes.subarray(0, payloadBytes), bytes.subarray(payloadBytes)];
  for (const { x, y } of await keysOf(services)) {
    const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    if (verify("sha256", payload, { key, ...curve }, signature))
      return {
        signupId: payload.readUInt32BE(0),
        activityId: payload.readUInt32BE(4),
        expiresAt: new Date(payload.readUInt32BE(8) * 1000),
      };
  }
  return null;
}
