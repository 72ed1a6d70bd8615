/** What of a person the provider's claims may say. */
export const companyClaims = [
  "label",
  "nickname",
  "email",
  "email_verified",
  "phone",
  "phone_verified",
] as const;
export type CompanyClaim = (typeof companyClaims)[number];

/** The domains of the site, each of which may have a provider of its own (spec 1). */
export type Site = "cn" | "com";

/** A client at an OpenID Connect provider. */
export interface CompanyClient {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone guards. */
  clientSecret: string | undefined;
}

/** The company's sign-in; the server reads it from the environment. */
export interface CompanySettings {
  clients: Partial<Record<Site, CompanyClient>>;
  /** What people call an account there. */
  name: string;
  /** Whether people sign in and register here through the company alone. */
  only: boolean;
  /** Whether whoever logs out here is logged out at the provider too. */
  endsProviderSession: boolean;
  /** Space-separated. */
  scope: string;
  /** By what a claim means here, the provider's names of it: the first one with a value counts. */
  claims: Readonly<Record<CompanyClaim, readonly string[]>>;
}

/** The claims of OpenID Connect Core 5.1. */
export const standardClaims: CompanySettings["claims"] = {
  label: ["name", "preferred_username", "email"],
  nickname: ["nickname", "name", "preferred_username"],
  email: ["email"],
  email_verified: ["email_verified"],
  phone: ["phone_number"],
  phone_verified: ["phone_number_verified"],
};

/** Whether an address is of this machine and without TLS, which no provider elsewhere may do without. */
export const isPlainLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
