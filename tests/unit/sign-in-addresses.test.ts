import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { checkSignInAddresses } from "../../server/sign-in-addresses";
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
  it("are fine where something is, also where it leads on or asks who is there", async () => {
    for (const status of [200, 302, 401, 403, 405]) {
      upstream.behave((_, response) => response.writeHead(status, { location: "/elsewhere" }).end());
      expect(await check(`${upstream.origin}/login`), String(status)).toBe("");
    }
    expect(await checkSignInAddresses({ signInUrlCn: undefined, signInUrlCom: undefined })).toBeUndefined();
  });

  it("are refused where no page is, each by its name", async () => {
    upstream.answer(404, {});
    const said = await check(`${upstream.origin}/one`, `${upstream.origin}/two`);
    expect(said).toContain(
      `SIGNIN_URL_CN 指定的登录门户 ${upstream.origin}/one 不能用来登录：那里没有页面（404）`,
    );
    expect(said).toContain("SIGNIN_URL_COM");
  });

  it("are refused where there is no such host", async () => {
    const cause = Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
    expect(await check("https://signin.example.cn/login")).toContain("没有这个主机名");
  });

  it("are worth a line where the portal is down for now: members who are signed in need the forum", async () => {
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
