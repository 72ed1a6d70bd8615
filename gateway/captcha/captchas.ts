import { randomBytes } from "node:crypto";
import svgCaptcha from "svg-captcha";
import type { Services } from "../server/context";
import { type Signer, sameSecret } from "../server/signer";

const length = 4;
const lifetimeMilliseconds = 10 * 60_000;
/** Without characters that are easily taken for another. */
const characters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const drawing = { width: 140, height: 48, fontSize: 50, noise: 2 };

export interface Captcha {
  /** Goes into the form beside the picture and comes back with the answer. */
  token: string;
  /** A `data:` address of the picture. */
  image: string;
}

/** Image captchas that need no storage: the token carries the expiry and a keyed digest of the answer. */
export interface Captchas {
  create(): Captcha;
  /** Whether the answer is the picture's. A picture is good for one answer, right or wrong. */
  check(token: string, answer: string): Promise<boolean>;
}

export function createCaptchas(services: Services, signer: Signer): Captchas {
  const digest = (expires: string, nonce: string, answer: string) =>
    signer.sign("captcha", `${expires}.${nonce}.${answer}`);
  return {
    create() {
      const picture = svgCaptcha.create({ ...drawing, size: length, charPreset: characters });
      const expires = (services.now().getTime() + lifetimeMilliseconds).toString(36);
      const nonce = randomBytes(12).toString("base64url");
      return {
        token: `${expires}.${nonce}.${digest(expires, nonce, picture.text)}`,
        image: `data:image/svg+xml;base64,${Buffer.from(picture.data).toString("base64")}`,
      };
    },
    async check(token, answer) {
      const [expires = "", nonce = "", expected = ""] = token.split(".");
      if (!/^[0-9a-z]{6,12}$/.test(expires) || !/^[\w-]{16}$/.test(nonce)) return false;
      if (Number.parseInt(expires, 36) <= services.now().getTime()) return false;
      if (!(await services.limits.take("captchaUse", nonce))) return false;
      return sameSecret(
        expected,
        digest(expires, nonce, answer.normalize("NFKC").replace(/\s/g, "").toUpperCase()),
      );
    },
  };
}
