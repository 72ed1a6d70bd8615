import { email, phone } from "contract/account/identity";
import { cleanText } from "contract/base/fields";
import { z } from "zod";
import type { CompanyClaim, CompanySettings } from "./settings";

const contact = z.object({ value: z.string(), verified: z.boolean() }).nullable();

/** Somebody whom the provider has just vouched for. */
export const companyPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The provider's name of its session; empty without one. */
  sid: z.string(),
  /** How the person knows the account there. */
  label: z.string(),
  /** Proposed, and the person's to change. */
  nickname: z.string(),
  email: contact,
  phone: contact,
});
export type CompanyPerson = z.output<typeof companyPerson>;

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads a person off the claims. Only issuer and subject say who it is. A mail or phone counts as verified where the
 * provider says so, and not where it says nothing.
 */
export function readPerson(
  claims: Claims,
  who: { issuer: string; subject: string; sid: string },
  names: CompanySettings["claims"],
): CompanyPerson {
  const textOf = (claim: CompanyClaim) => {
    const values = names[claim].map((name) => claims[name]);
    const text = values.find((value) => typeof value === "string" && value.trim() !== "");
    return typeof text === "string" ? cleanText(text).trim().slice(0, 500) : "";
  };
  // Some providers write it as a text.
  const isTrue = (claim: CompanyClaim) =>
    names[claim].some((name) => claims[name] === true || claims[name] === "true");
  const contactOf = (schema: z.ZodType<string>, value: CompanyClaim, verified: CompanyClaim) => {
    const parsed = schema.safeParse(textOf(value));
    return parsed.success ? { value: parsed.data, verified: isTrue(verified) } : null;
  };
  return {
    ...who,
    label: textOf("label").slice(0, 100),
    nickname: textOf("nickname").slice(0, 60),
    email: contactOf(email, "email", "email_verified"),
    phone: contactOf(phone, "phone", "phone_verified"),
  };
}
