import { randomBytes, randomInt } from "node:crypto";
import type { Challenge } from "altcha-lib";
import type { Services } from "../server/context";
import type { Signer } from "../server/signer";
import { characters } from "./letters";
import { pictures } from "./picture";
import { createWork } from "./work";

const length = 5;
const lifetimeMilliseconds = 10 * 60_000;

export interface Captcha {
  /** The form contains it and sends it back with the answer. */
  token: string;
  /** A `data:` address of the picture. */
  image: string;
}

/** The answer to a captcha. */
interface Answer {
  token: string;
  /** The text that the person read in the picture. */
  answer: string;
  /** The proof of work that a script computed instead; empty without one. */
  work: string;
}

/**
 * Captchas without storage: the token contains the expiry and a keyed hash of the answer, and a challenge contains its
 * signature.
 */
export interface Captchas {
  create(): Promise<Captcha>;
  /** Creates a challenge, whose proof of work a script sends instead of a text. */
  createWork(): Promise<Challenge>;
  /** Whether the answer is right. Each picture accepts only one answer, right or wrong. */
  check(token: string, answer: string): Promise<boolean>;
  /** Like `check`, but when the answer has a proof of work, only that counts. Each proof is valid once. */
  checkEither(sent: Answer): Promise<boolean>;
}

export function createCaptchas(services: Services, signer: Signer): Captchas {
  const purpose = "captcha";
  const signedText = (expires: string, nonce: string, answer: string) => `${expires}.${nonce}.${answer}`;
  const work = createWork(signer.keysFor);
  const newExpiry = () => services.now().getTime() + lifetimeMilliseconds;

  async function check(token: string, answer: string): Promise<boolean> {
    const [expires = "", nonce = "", expected = ""] = token.split(".");
    if (!/^[0-9a-z]{6,12}$/.test(expires) || !/^[\w-]{16}$/.test(nonce)) return false;
    if (Number.parseInt(expires, 36) <= services.now().getTime()) return false;
    if (!(await services.limits.take("captchaUse", nonce))) return false;
    const typed = answer.normalize("NFKC").replace(/\s/g, "").toUpperCase();
    return signer.verifies(purpose, signedText(expires, nonce, typed), expected);
  }

  return {
    check,
    async create() {
      const text = Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
      const picture = await pictures.draw(text);
      const expires = newExpiry().toString(36);
      const nonce = randomBytes(12).toString("base64url");
      return {
        token: `${expires}.${nonce}.${signer.sign(purpose, signedText(expires, nonce, text))}`,
        image: `data:image/png;base64,${picture.toString("base64")}`,
      };
    },
    createWork: () => work.create(new Date(newExpiry())),
    async checkEither(sent) {
      if (!sent.work) return check(sent.token, sent.answer);
      const nonce = await work.solved(sent.work, services.now());
      return nonce !== null && services.limits.take("captchaUse", nonce);
    },
  };
}
