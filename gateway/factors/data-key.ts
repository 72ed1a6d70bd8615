import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { logWarning } from "contract/base/log";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents } from "../database/schema";
import { transact } from "../database/transact";
import type { Services } from "../server/context";
import { signerOf } from "../server/signer";

/** The row that holds the data keys, each encrypted by every secret that a process was started with. */
const document = "data-keys";
interface Kept {
  keys: { wraps: string[] }[];
}
/** Copies of one key that are kept, the latest first: those of secrets that were given up long ago go. */
const wrapsMax = 10;

const [algorithm, ivBytes, tagBytes] = ["aes-256-gcm", 12, 16] as const;

function encrypt(key: Buffer, content: Buffer, about: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Null for what another key encrypted, or for something else. */
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

/** The keys that the secrets of this process come to; the first secret's first. */
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

/** The data keys that the secrets of this process open, the newest first. */
async function dataKeys(using: Using): Promise<Buffer[]> {
  const secrets = wrappingKeys(using);
  const { keys } = await readKept(using.database);
  return keys.flatMap(({ wraps }) => openWraps(secrets, wraps) ?? []);
}

/** Changes what is kept, one process after the other. */
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
 * At a start: has every data key that this process can open be encrypted by each of its secrets, so that a secret can be
 * given up once all processes were started with the new one. Nothing where nothing was encrypted yet.
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

/** Encrypts a text for the database. @param about what it belongs to: it is good there alone */
export async function seal(using: Using, about: string, text: string): Promise<string> {
  let [key] = await dataKeys(using);
  if (!key) {
    const secrets = wrappingKeys(using);
    const newKey = randomBytes(32);
    // Keys that none of the secrets opens stay: a process with a wrong secret must not cost what the right one opens.
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

/** The text again; null where no secret of this process opens it, which the log says. */
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
