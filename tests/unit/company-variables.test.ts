import { describe, expect, it } from "vitest";
import { SettingsError } from "../../app/settings/portal-settings";
import { parseEnvironment } from "../../server/environment";

const secret = { SESSION_SECRET: "x".repeat(40) };
const client = { OIDC_ISSUER_CN: "https://login.example.cn", OIDC_CLIENT_ID_CN: "portal" };
const problemsOf = (variables: Record<string, string>): string => {
  try {
    parseEnvironment({ ...secret, ...variables });
    return "";
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.join("\n");
  }
};

describe("the variables of the company's sign-in", () => {
  it("configure no company without an issuer", () => {
    expect(parseEnvironment(secret).company).toBeUndefined();
  });

  it("configure a client for each domain, and claim names instead of the standard ones", () => {
    const { company, demo } = parseEnvironment({
      ...secret,
      ...client,
      OIDC_CLIENT_SECRET_CN: "hidden",
      OIDC_ISSUER_COM: "http://127.0.0.1:4100",
      OIDC_CLIENT_ID_COM: "other",
      OIDC_CLAIMS: "nickname=alias|name, phone=https://example.com/mobile",
      OIDC_SIGNIN: "only",
      OIDC_LOGOUT: "0",
    });
    expect(company).toMatchObject({
      clients: {
        cn: { issuer: "https://login.example.cn", clientId: "portal", clientSecret: "hidden" },
        com: { issuer: "http://127.0.0.1:4100", clientId: "other", clientSecret: undefined },
      },
      only: true,
      endsProviderSession: false,
      claims: { nickname: ["alias", "name"], phone: ["https://example.com/mobile"], email: ["email"] },
    });
    expect(demo).toBe(false);
  });

  it.each([
    [{ OIDC_ISSUER_CN: "http://login.example.cn", OIDC_CLIENT_ID_CN: "portal" }, "OIDC_ISSUER_CN"],
    [{ OIDC_ISSUER_COM: "https://login.example.com" }, "缺少 OIDC_CLIENT_ID_COM"],
    [{ OIDC_CLIENT_SECRET_CN: "hidden" }, "缺少 OIDC_ISSUER_CN"],
    [{ OIDC_SIGNIN: "only" }, "谁也不能登录"],
    [{ ...client, OIDC_SCOPE: "profile" }, "OIDC_SCOPE"],
    [{ ...client, OIDC_CLAIMS: "mail=email" }, "OIDC_CLAIMS"],
    [{ ...client, SIGNIN_URL_COM: "https://login.example.com" }, "不能和 SIGNIN_URL_* 一起用"],
  ])("are refused where they cannot work: %o", (variables, message) => {
    expect(problemsOf(variables as Record<string, string>)).toContain(message);
    expect(problemsOf(variables as Record<string, string>)).not.toContain("hidden");
  });
});
