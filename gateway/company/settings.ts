/** What the provider's claims may say about a person. */
export const companyClaims = [
  "label",
  "nickname",
  "email",
  "email_verified",
  "phone",
  "phone_verified",
] as const;
export type CompanyClaim = (typeof companyClaims)[number];

/** The domains of the site. Each may have its own provider (spec 1). */
export type Site = "cn" | "com";

/** A client at an OpenID Connect provider. */
export interface CompanyClient {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  clientSecret: string | undefined;
}

/** The company's sign-in; the server reads it from the environment. */
export interface CompanySettings {
  clients: Partial<Record<Site, CompanyClient>>;
  /** The name that people use for a company account. */
  name: string;
  /** Whether people can sign in and register only through the company. */
  only: boolean;
  /** Whether logging out here also logs out at the provider. */
  endsProviderSession: boolean;
  /** Space-separated. */
  scope: string;
  /** For each claim, the provider's names for it. The first one with a value counts. */
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

/** Whether an address is on this machine and without TLS. Providers on other machines must use TLS. */
export const isPlainLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
