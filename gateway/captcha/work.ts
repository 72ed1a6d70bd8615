import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { captchaWork } from "contract/activities/fields";

/**
 * A try costs a browser about as much as a program (PBKDF2 is native in both): 1 to 2 ms, and some 300 of them are
 * half a second of a desktop, two to three of a phone.
 */
const cost = 4_000;
const tries = { least: 200, most: 400 };

/** Proof of work (ALTCHA, version 2): a challenge whose answer costs whoever gives it some time of their processor. */
export interface Work {
  /** A challenge, good until then. */
  create(expiresAt: Date): Promise<Challenge>;
  /** The nonce of the challenge that an answer solves; null where it solves none of ours, or an old one. */
  solved(answer: string, now: Date): Promise<string | null>;
}

/** @param keysFor keys of their own for each purpose: the first is for new challenges, all are for answers */
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

/** The content of an answer, where it is readable. */
function payloadIn(answer: string): Payload | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(answer, "base64").toString("utf8"));
    return captchaWork.payload.safeParse(payload).data ?? null;
  } catch {
    return null;
  }
}
