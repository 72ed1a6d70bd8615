import { checkInCodeLength } from "contract/activities/constants";
import type { CodeKey } from "./wire";

/** The content of a signed code. */
export interface ReadCode {
  signupId: number;
  activityId: number;
  expiresAt: Date;
}

const prefix = "A1.";
const payloadBytes = 12;

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

const imported = new Map<string, Promise<CryptoKey>>();

function keyOf({ kty, crv, x, y }: CodeKey): Promise<CryptoKey> {
  const publicKey =
    imported.get(x) ??
    crypto.subtle.importKey("jwk", { kty, crv, x, y }, { name: "ECDSA", namedCurve: "P-256" }, false, [
      "verify",
    ]);
  imported.set(x, publicKey);
  return publicKey;
}

/**
 * Checks a code offline: `A1.` and the base64url of 12 bytes (sign-up, activity, expiry in seconds, 32 bits each) and
 * their ES256 signature. null when none of the keys signed it.
 */
export async function verifyCode(code: string, keys: readonly CodeKey[]): Promise<ReadCode | null> {
  if (code.length !== checkInCodeLength || !code.startsWith(prefix)) return null;
  const bytes = bytesOf(code.slice(prefix.length));
  if (!bytes) return null;
  const [payload, signature] = [bytes.slice(0, payloadBytes), bytes.slice(payloadBytes)];
  for (const key of keys) {
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const signed = await crypto.subtle
      .verify(algorithm, await keyOf(key), signature, payload)
      .catch(() => false);
    if (!signed) continue;
    const view = new DataView(payload.buffer);
    return {
      signupId: view.getUint32(0),
      activityId: view.getUint32(4),
      expiresAt: new Date(view.getUint32(8) * 1_000),
    };
  }
  return null;
}

/** The eight letters printed beside a code, from a typed text; null when the text is something else. */
export function lettersIn(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, "");
  return /^[A-Z]{8}$/.test(letters) ? letters : null;
}
