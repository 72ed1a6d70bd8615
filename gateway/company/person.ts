import { email, phone } from "contract/account/identity";
import { cleanText } from "contract/base/fields";
import { cutText } from "contract/base/plain-text";
import { z } from "zod";
import type { CompanyClaim, CompanySettings } from "./settings";

const contact = z.object({ value: z.string(), verified: z.boolean() }).nullable();

/** A person who has just signed in at the provider, as its claims describe them. */
export const companyPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The provider's id of its own session; empty if it has none. */
  sid: z.string(),
  /** The name by which the person recognises the company account. */
  label: z.string(),
  /** Only a proposal: the person can change it. */
  nickname: z.string(),
  email: contact,
  phone: contact,
});
export type CompanyPerson = z.output<typeof companyPerson>;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads a person from the claims. Only issuer and subject identify the person. An email or phone counts as verified
 * only if the provider says so.
 */
export function readPerson(
  claims: Claims,
  who: { issuer: string; subject: string; sid: string },
  names: CompanySettings["claims"],
): CompanyPerson {
  const textOf = (claim: CompanyClaim) => {
    const values = names[claim].map((name) => claims[name]);
    const text = values.find((value) => typeof value === "string" && value.trim() !== "");
    return typeof text === "string" ? cutText(cleanText(text).trim(), 500) : "";
  };
  // Some providers send the boolean as a string.
  const isTrue = (claim: CompanyClaim) =>
    names[claim].some((name) => claims[name] === true || claims[name] === "true");
  const contactOf = (schema: z.ZodType<string>, value: CompanyClaim, verified: CompanyClaim) => {
    const parsed = schema.safeParse(textOf(value));
    return parsed.success ? { value: parsed.data, verified: isTrue(verified) } : null;
  };
  return {
    ...who,
    label: cutText(textOf("label"), 100),
    nickname: cutText(textOf("nickname"), 60),
    email: contactOf(email, "email", "email_verified"),
    phone: contactOf(phone, "phone", "phone_verified"),
  };
}
