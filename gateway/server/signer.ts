import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Signs what is handed to a browser and must come back unchanged: form tokens, captchas. */
export interface Signer {
  /** @param purpose keeps a signature made for one thing from being good for another. */
  sign(purpose: string, text: string): string;
}

/**
 * @param secret shared by all processes of a deployment; without one, a key that lives as long as this
 * process.
 */
export function createSigner(secret?: string): Signer {
  const key = secret ? createHmac("sha256", secret).update("sign-in portal").digest() : randomBytes(32);
  return {
    sign: (purpose, text) => createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url"),
  };
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(first: string, right: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
