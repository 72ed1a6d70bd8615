import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { captchaWork } from "contract/activities/fields";

/**
 * The cost of one try. PBKDF2 is native, so it takes browsers and other programs the same time, 1 to 2 ms; 300 tries
 * take half a second on a desktop, and two to three on a phone.
 */
const cost = 4_000;
const tries = { least: 200, most: 400 };

/** Proof of work (ALTCHA, version 2): challenges whose answers cost the client processor time. */
export interface Work {
  /** Creates a challenge that is valid until `expiresAt`. */
  create(expiresAt: Date): Promise<Challenge>;
  /** The nonce of the solved challenge; null for a wrong answer, a foreign challenge, or an expired one. */
  solved(answer: string, now: Date): Promise<string | null>;
}

/** @param keysFor returns the keys of a purpose: the first one signs new challenges, and all can verify answers */
export function createWork(keysFor: (purpose: string) => [string, ...string[]]): Work {
  const [signing, keys] = [keysFor("captcha work"), keysFor("captcha work key")];
  const secretsOf = (index: number) => ({
    hmacSignatureSecret: signing[index] ?? signing[0],
    hmacKeySignatureSecret: keys[index] ?? keys[0],
  });
  return {
    create: (expiresAt) =>
      createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        deriveKey,
        expiresAt,
        ...secretsOf(0),
        counter: randomInt(tries.least, tries.most),
      }),
    async solved(answer, now) {
      const payload = payloadIn(answer);
      if (!payload) return null;
      const { parameters } = payload.challenge;
      if ((parameters.expiresAt ?? 0) * 1_000 <= now.getTime()) return null;
      for (const index of signing.keys()) {
        const { verified } = await verifySolution({ ...payload, ...secretsOf(index), deriveKey });
        if (verified) return parameters.nonce;
      }
      return null;
    },
  };
}

/** The content of an answer; null when it is not readable. */
function payloadIn(answer: string): Payload | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(answer, "base64").toString("utf8"));
    return captchaWork.payload.safeParse(payload).data ?? null;
  } catch {
    return null;
  }
}
