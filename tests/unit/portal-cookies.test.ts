import { describe, expect, it } from "vitest";
import { portalCookies } from "../../app/cookies/portal-session.server";

const [old, fresh] = ["an old secret of more than 32 characters", "a new secret of more than 32 characters"];
const pairOf = (setCookie: string) => setCookie.split(";", 1)[0] ?? "";

async function commit(secrets: string[]): Promise<string> {
  const { storage } = portalCookies(secrets, false);
  const session = await storage.getSession();
  session.set("uid", 7);
  return pairOf(await storage.commitSession(session));
}
const uidIn = async (cookie: string, secrets: string[]) =>
  (await portalCookies(secrets, false).storage.getSession(cookie)).get("uid");

async function accepts(cookie: string, token: string, secrets: string[]): Promise<boolean> {
  const form = new FormData();
  form.set("csrf", token);
  return portalCookies(secrets, false)
    .csrf.validate(form, new Headers({ cookie }))
    .then(
      () => true,
      () => false,
    );
}

describe("the portal's cookies, while a secret is changed", () => {
  it("are accepted with every secret of the list and signed with the first", async () => {
    expect(await uidIn(await commit([old]), [fresh, old])).toBe(7);
    expect(await uidIn(await commit([fresh, old]), [fresh])).toBe(7);
    expect(await uidIn(await commit([old]), [fresh])).toBeUndefined();
  });

  it("accept earlier forms, with the token of their own browser alone", async () => {
    const [token, header] = await portalCookies([old], false).csrf.commitToken();
    const cookie = pairOf(header ?? "");
    expect(await accepts(cookie, token, [old])).toBe(true);
    expect(await accepts(cookie, token, [fresh, old])).toBe(true);
    expect(await accepts(cookie, token, [fresh])).toBe(false);
    const [other] = await portalCookies([old], false).csrf.commitToken();
    expect(await accepts(cookie, other, [old])).toBe(false);
    expect(await accepts(`csrf=${token}`, token, [old])).toBe(false);
    // A page signed with both secrets gives the same token again.
    expect(await portalCookies([fresh, old], false).csrf.commitToken(new Headers({ cookie }))).toEqual([
      token,
      null,
    ]);
  });
});
