import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { PlainBrowser } from "../support/plain-browser";
import { startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { someTopic } from "./support";

const [old, fresh] = ["an-old-secret-of-more-than-32-characters", "a-new-secret-of-more-than-32-characters"];
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "rotation-"));
  await copyDemoData(dataDir);
}, 240_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The same port each time, because a site keeps its address. */
let port = "0";
async function withSecret<T>(secret: string, visit: (origin: string) => Promise<T>): Promise<T> {
  const portal = await startPortal({ DATA_DIR: dataDir, SESSION_SECRET: secret, PORT: port });
  port = new URL(portal.origin).port;
  try {
    return await visit(portal.origin);
  } finally {
    await portal.stop();
  }
}

test("changing the secret ends no session, and open forms are still accepted", {
  timeout: 240_000,
}, async () => {
  let browser: PlainBrowser | undefined;
  const open = await withSecret(old, async (origin) => {
    browser = new PlainBrowser(origin);
    await signInWithPassword(browser, demoAccounts.member);
    return browser.get(await someTopic(browser));
  });
  if (!browser) throw new Error("nobody signed in");
  const member = browser;
  const { nickname } = demoAccounts.member;
  await withSecret(`${fresh}, ${old}`, async () => {
    const content = "换了密钥，打开着的页面也能发出去";
    const sent = await member.submit(open, { intent: "reply" }, { content });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining(content)]);
    expect((await member.get("/forum/all")).text).toContain(nickname);
  });
  await withSecret(fresh, async () => expect((await member.get("/forum/all")).text).toContain(nickname));
});
