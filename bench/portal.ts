import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { demoAccounts } from "../tests/support/accounts";
import { PlainBrowser } from "../tests/support/plain-browser";
import { signInWithPassword } from "../tests/support/sign-in";

/** The Cookie header of a demo account after signing in and opening a page. */
export async function cookieOf(
  origin: string,
  who: keyof typeof demoAccounts,
): Promise<{ browser: PlainBrowser; cookie: string }> {
  const browser = new PlainBrowser(origin);
  await signInWithPassword(browser, demoAccounts[who]);
  await browser.get("/forum/all");
  return { browser, cookie: await browser.jar.getCookieString(origin) };
}

/** The compressed bytes of a page for a visitor, or with these cookies, and its HTML. */
export async function compressedPage(url: string, cookie = ""): Promise<{ body: Buffer; html: string }> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    get(
      url,
      { headers: { "accept-encoding": "br", ...(cookie ? { cookie } : {}) } },
      (response) => void buffer(response).then(resolve, reject),
    ).on("error", reject);
  });
  return { body, html: brotliDecompressSync(body).toString() };
}

/** The path of a topic that fills its page: 20 posts. */
export async function findLongTopic(origin: string): Promise<string> {
  const browser = new PlainBrowser(origin);
  for (let page = 1; page <= 10; page += 1) {
    const list = await browser.get(`/forum/all?page=${page}`);
    for (const element of list.$("h2 a[href^='/hsforum/']").toArray()) {
      const path = list.$(element).attr("href") ?? "";
      const topic = await browser.get(path);
      if (topic.$("section[id^='post-']").length >= 20) return path;
    }
  }
  throw new Error("no topic has a page of 20 posts");
}

/** The section of a topic and its author. */
export async function findPlaces(origin: string, topic: string): Promise<{ fid: number; uid: number }> {
  const page = await new PlainBrowser(origin).get(topic);
  const addressOn = (selector: string, pattern: RegExp) => {
    const addresses = page
      .$(selector)
      .toArray()
      .map((element) => page.$(element).attr("href") ?? "");
    const found = addresses.map((address) => pattern.exec(address)?.[1]).find(Boolean);
    if (!found) throw new Error(`no ${selector} on ${topic}`);
    return Number(found);
  };
  return {
    fid: addressOn("a[href*='/forum/']", /\/forum\/(\d+)$/),
    uid: addressOn("a[href*='uid=']", /userhomepage\?uid=(\d+)/),
  };
}
