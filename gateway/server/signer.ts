import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Signs data that clients must send back unchanged: form tokens, captchas, addresses. */
export interface Signer {
  /** The signature by the first secret. @param purpose a signature is valid only for its own purpose */
  sign(purpose: string, text: string): string;
  /** Whether a signature was made with one of our secrets. */
  verifies(purpose: string, text: string, signature: string): boolean;
  /** The keys for one purpose, one from each secret. The first one is for new signatures. */
  keysFor(purpose: string): [string, ...string[]];
}

/**
 * @param secrets the secrets of a deployment: the first one signs, and all verify, so that signatures stay valid after
 * a change of the secret. Without secrets, the key is random and exists as long as this process.
 */
export function createSigner(secrets: readonly string[] = []): Signer {
  const keyOf = (secret: string) => createHmac("sha256", secret).update("sign-in portal").digest();
  const [first = randomBytes(32), ...others] = secrets.map(keyOf);
  const signBy = (key: Buffer, purpose: string, text: string) =>
    createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url");
  const sign = (purpose: string, text: string) => signBy(first, purpose, text);
  return {
    sign,
    verifies: (purpose, text, signature) =>
      [first, ...others].some((key) => sameSecret(signature, signBy(key, purpose, text))),
    keysFor: (purpose) => [sign(purpose, ""), ...others.map((key) => signBy(key, purpose, ""))],
  };
}

const signers = new WeakMap<object, Signer>();

/** The signer of a gateway's settings. It is created once. */
export function signerOf(settings: { secrets?: readonly string[] | undefined }): Signer {
  const signer = signers.get(settings) ?? createSigner(settings.secrets);
  signers.set(settings, signer);
  return signer;
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(first: string, right: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
