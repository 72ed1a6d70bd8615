import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Signer } from "../server/signer";

const algorithm = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;

/** Encrypts values that a browser keeps for us in a cookie or an address until they expire. */
export interface Seal<Value> {
  seal(value: Value, until: Date): string;
  /** Returns null if none of our secrets sealed the text, or if the value has expired. */
  open(text: string | undefined, now: Date): Value | null;
}

/** @param purpose part of the key: a value that was sealed for one purpose cannot be opened for another */
export function createSeal<Value>(signer: Signer, purpose: string, schema: z.ZodType<Value>): Seal<Value> {
  const keys = signer.keysFor(`sealed ${purpose}`).map((key) => Buffer.from(key, "base64url"));

  function decrypt(sealed: Buffer): { until: number; value: unknown } | null {
    const [iv, rest] = [sealed.subarray(0, ivLength), sealed.subarray(ivLength)];
    for (const key of keys) {
      try {
        const decipher = createDecipheriv(algorithm, key, iv);
        decipher.setAuthTag(rest.subarray(-tagLength));
        const text = Buffer.concat([decipher.update(rest.subarray(0, -tagLength)), decipher.final()]);
        return JSON.parse(text.toString()) as { until: number; value: unknown };
      } catch {
        // The next key may fit.
      }
    }
    return null;
  }
  return {
    seal(value, until) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, keys[0] ?? Buffer.alloc(0), iv);
      const text = JSON.stringify({ until: until.getTime(), value });
      const parts = [iv, cipher.update(text), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString("base64url");
    },
    open(text, now) {
      const sealed = Buffer.from(text ?? "", "base64url");
      const opened = sealed.length > ivLength + tagLength ? decrypt(sealed) : null;
      if (!opened || opened.until <= now.getTime()) return null;
      return schema.safeParse(opened.value).data ?? null;
    },
  };
}
