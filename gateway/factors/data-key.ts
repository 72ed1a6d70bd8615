import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { logWarning } from "contract/base/log";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents } from "../database/schema";
import { transact } from "../database/transact";
import type { Services } from "../server/context";
import { signerOf } from "../server/signer";

/** The row with the data keys. Each key is encrypted once with every secret that a process was started with. */
const document = "data-keys";
interface Kept {
  keys: { wraps: string[] }[];
}
/** How many copies of a key are kept, newest first. Copies of secrets that are long out of use are dropped. */
const wrapsMax = 10;

const [algorithm, ivBytes, tagBytes] = ["aes-256-gcm", 12, 16] as const;

function encrypt(key: Buffer, content: Buffer, about: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Returns null if another key encrypted the text, or if it is not an encrypted text. */
function decrypt(key: Buffer, text: string, about: string): Buffer | null {
  const all = Buffer.from(text, "base64url");
  if (all.length < ivBytes + tagBytes) return null;
  try {
    const decipher = createDecipheriv(algorithm, key, all.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(about))
      .setAuthTag(all.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(all.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The wrapping keys that are derived from this process's secrets, in their order. */
const wrappingKeys = ({ settings }: Pick<Services, "settings">): Buffer[] =>
  signerOf(settings)
    .keysFor(document)
    .map((key) => createHash("sha256").update(key).digest());

type Using = Pick<Services, "database" | "settings" | "now">;

const openWraps = (secrets: Buffer[], wraps: string[]): Buffer | null => {
  for (const wrap of wraps)
    for (const secret of secrets) {
      const key = decrypt(secret, wrap, document);
      if (key) return key;
    }
  return null;
};

async function readKept(database: Database): Promise<Kept> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, document));
  return (row?.value as Kept | undefined) ?? { keys: [] };
}

/** The data keys that this process's secrets can decrypt, newest first. */
async function dataKeys(using: Using): Promise<Buffer[]> {
  const secrets = wrappingKeys(using);
  const { keys } = await readKept(using.database);
  return keys.flatMap(({ wraps }) => openWraps(secrets, wraps) ?? []);
}

/** Changes the stored keys. A lock makes processes do it one after the other. `make` returns null for no change. */
function change({ database, now }: Using, make: (keys: Kept) => Kept | null): Promise<unknown> {
  return transact(database, async (inside) => {
    await inside
      .insert(documents)
      .values({ key: document, value: { keys: [] } satisfies Kept, updatedAt: now() })
      .onConflictDoNothing();
    const [row] = await inside
      .select({ value: documents.value })
      .from(documents)
      .where(eq(documents.key, document))
      .for("update");
    const value = make(row?.value as Kept);
    if (value)
      await inside.update(documents).set({ value, updatedAt: now() }).where(eq(documents.key, document));
  });
}

/**
 * Runs when a process starts. Encrypts every data key that this process can decrypt with each of its secrets, so that a
 * secret can be removed once all processes were started with the new one. Does nothing if there are no keys yet.
 */
export async function renewDataKeys(using: Using): Promise<void> {
  const secrets = wrappingKeys(using);
  const renewed = ({ keys }: Kept): Kept => ({
    keys: keys.map(({ wraps }) => {
      const key = openWraps(secrets, wraps);
      if (!key) return { wraps };
      const lacking = secrets.filter((secret) => !openWraps([secret], wraps));
      return {
        wraps: [...lacking.map((secret) => encrypt(secret, key, document)), ...wraps].slice(0, wrapsMax),
      };
    }),
  });
  const storedKeys = await readKept(using.database);
  const lacks = (other: Kept) => JSON.stringify(renewed(other)) !== JSON.stringify(other);
  if (lacks(storedKeys)) await change(using, (locked) => (lacks(locked) ? renewed(locked) : null));
}

/** Encrypts a text for the database. @param about what the text belongs to; it can be decrypted only with the same */
export async function seal(using: Using, about: string, text: string): Promise<string> {
  let [key] = await dataKeys(using);
  if (!key) {
    const secrets = wrappingKeys(using);
    const newKey = randomBytes(32);
    // Keys that no secret can decrypt stay, so that a process with a wrong secret destroys nothing.
    await change(using, ({ keys }) =>
      keys.some(({ wraps }) => openWraps(secrets, wraps))
        ? null
        : { keys: [{ wraps: secrets.map((secret) => encrypt(secret, newKey, document)) }, ...keys] },
    );
    [key] = await dataKeys(using);
  }
  if (!key) throw new Error("the data key that was just made is not there");
  return encrypt(key, Buffer.from(text), about);
}

/** Decrypts a text. Returns null, and logs it, if no secret of this process can decrypt it. */
export async function unseal(using: Using, about: string, sealed: string): Promise<string | null> {
  for (const key of await dataKeys(using)) {
    const text = decrypt(key, sealed, about);
    if (text) return text.toString();
  }
  logWarning(
    `[两步验证] ${about} 解不开：加密它的 SESSION_SECRET 不在了。把原来的密钥放回列表，或用 npm run admin -- remove-factors 让本人重新设置。`,
  );
  return null;
}
