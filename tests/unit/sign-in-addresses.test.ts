import { standardClaims } from "gateway/company/settings";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { checkIssuers, checkSignInAddresses } from "../../server/sign-in/sign-in-addresses";
import { startUpstream, type Upstream } from "../support/upstream";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());
afterEach(() => vi.restoreAllMocks());

const check = (signInUrlCn: string, signInUrlCom?: string) =>
  checkSignInAddresses({ signInUrlCn, signInUrlCom }).then(
    () => "",
    (error: Error) => error.message,
  );

describe("the addresses of the sign-in portals, at a start", () => {
  it("are accepted if they answer, also with a redirect or a request to sign in", async () => {
    for (const status of [200, 302, 401, 403, 405]) {
      upstream.behave((_, response) => response.writeHead(status, { location: "/elsewhere" }).end());
      expect(await check(`${upstream.origin}/login`), String(status)).toBe("");
    }
    expect(await checkSignInAddresses({ signInUrlCn: undefined, signInUrlCom: undefined })).toBeUndefined();
  });

  it("are refused if they are not found, each by its name", async () => {
    upstream.answer(404, {});
    const message = await check(`${upstream.origin}/one`, `${upstream.origin}/two`);
    expect(message).toContain(
      `SIGNIN_URL_CN 指定的登录门户 ${upstream.origin}/one 不能用来登录：那里没有页面（404）`,
    );
    expect(message).toContain("SIGNIN_URL_COM");
  });

  it("are refused if the host does not exist", async () => {
    const cause = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
    expect(await check("https://signin.example.cn/login")).toContain("没有这个主机名");
  });

  it("give a log line if the portal cannot be reached for now: signed-in members need the forum", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    upstream.answer(503, {});
    const gone = await startUpstream();
    await gone.close();
    expect(await check(`${upstream.origin}/login`, gone.origin)).toBe("");
    const lines = warned.mock.calls.map(([line]) => String(line)).sort();
    expect(lines).toEqual([
      expect.stringContaining("SIGNIN_URL_CN 指定的登录门户现在回答 503"),
      expect.stringContaining("SIGNIN_URL_COM 指定的登录门户现在连不上：ECONNREFUSED"),
    ]);
  });
});

describe("the issuers of the company's sign-in, at a start", () => {
  const checkIssuer = (issuer: string) =>
    checkIssuers({
      clients: { cn: { issuer, clientId: "portal", clientSecret: undefined } },
      name: "公司账号",
      only: false,
      endsProviderSession: true,
      scope: "openid",
      claims: standardClaims,
    }).then(
      () => "",
      (error: Error) => error.message,
    );

  it("are accepted if they name themselves", async () => {
    upstream.answer(200, { issuer: upstream.origin });
    expect(await checkIssuer(upstream.origin)).toBe("");
    expect(await checkIssuer(`${upstream.origin}/`)).toBe("");
    expect(await checkIssuers(undefined)).toBeUndefined();
  });

  it("are refused if they are not found, or name another issuer", async () => {
    upstream.answer(404, {});
    expect(await checkIssuer(upstream.origin)).toContain("OIDC_ISSUER_CN 指定的签发者");
    upstream.answer(200, { issuer: "https://elsewhere.example" });
    expect(await checkIssuer(upstream.origin)).toContain('那里的签发者是 "https://elsewhere.example"');
    upstream.behave((_, response) => response.end("<h1>no JSON</h1>"));
    expect(await checkIssuer(upstream.origin)).toContain("不是 OpenID Connect 的说明");
  });

  it("give a log line if they cannot be reached for now", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const gone = await startUpstream();
    await gone.close();
    expect(await checkIssuer(gone.origin)).toBe("");
    expect(warned.mock.calls.join()).toContain("OIDC_ISSUER_CN");
  });
});
