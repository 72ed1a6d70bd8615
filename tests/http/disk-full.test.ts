import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCluster } from "../../scripts/postgres-cluster.mjs";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { signInWithPassword } from "../support/sign-in";
import { canMount, mountSmallDisk, type SmallDisk } from "../support/small-disk";
import { publishTopic } from "./support";

/** With a full disk, people get an explanation, and no acknowledged text is lost. */

async function smallDisk(megabytes: number, use: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(megabytes);
  if (!disk) throw new Error("no file system could be mounted");
  try {
    await use(disk);
  } finally {
    disk.unmount();
  }
}

async function member(origin: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(origin);
  await signInWithPassword(browser, demoAccounts.member);
  return browser;
}

/** A text that cannot be compressed. */
const noise = () =>
  Array.from({ length: 600 }, () =>
    randomBytes(8)
      .toString("base64url")
      .replace(/[-_\d]/g, "x"),
  ).join(" ");

/** Replies to a topic with a long text, so that the database needs new pages on the disk. */
async function reply(browser: PlainBrowser, topic: Page, text: string): Promise<Page> {
  // Each reply needs a new form, because a form that is posted twice makes one reply.
  const fresh = await browser.get(topic.url);
  return browser.submit(fresh, { intent: "reply" }, { content: `${text}\n\n${noise()}` });
}

/** Replies until one is refused. Returns the acknowledged texts, and the refusal with its text. */
async function untilRefused(browser: PlainBrowser, topic: Page, word: string) {
  const taken: string[] = [];
  for (;;) {
    const text = `${word}${taken.length}`;
    const page = await reply(browser, topic, text);
    if (page.status !== 200) return { taken, page, text };
    taken.push(text);
    if (taken.length > 2_000) throw new Error("the disk never filled");
  }
}

const ready = async (origin: string) => {
  const answer = await fetch(`${origin}/readyz`);
  return { status: answer.status, ...(await answer.json()) };
};

/** All replies of a topic, from all its pages. */
async function repliesOf(browser: PlainBrowser, topic: Page): Promise<string> {
  let texts = "";
  for (let number = 1; number < 200; number += 1) {
    const page = await browser.get(topic.url.pathname.replace(/thread-(\d+)-\d+/, `thread-$1-${number}`));
    if (page.status !== 200 || (number > 1 && page.$("section[id^='post-']").length === 0)) break;
    if (number > 1 && texts.includes(page.text)) break;
    texts += page.text;
  }
  return texts;
}

describe.runIf(canMount())("a full disk", { timeout: 240_000 }, () => {
  test("of the embedded database: people can read, forms come back, nothing is lost", async () => {
    await smallDisk(400, async (disk) => {
      const dataDir = join(disk.folder, "data");
      await copyDemoData(dataDir);
      let portal: RunningPortal = await startPortal({ DATA_DIR: dataDir, DEMO: "1" });
      try {
        let browser = await member(portal.origin);
        const topic = await publishTopic(browser);
        disk.fill();
        const { taken, page, text } = await untilRefused(browser, topic, "满盘回复");
        expect(page.status).toBe(503);
        // The form comes back with the typed text.
        expect(page.text).toContain("服务暂时不可用");
        expect(page.$("textarea[name=content]").text()).toContain(text);
        expect((await browser.get("/forum/all")).status).toBe(200);
        await expect
          .poll(() => ready(portal.origin), { timeout: 120_000 })
          .toMatchObject({ status: 503, disk: "full" });
        disk.empty();
        await expect
          .poll(() => ready(portal.origin), { timeout: 120_000 })
          .toMatchObject({ status: 200, disk: "ok" });
        expect((await reply(browser, topic, "又能写了")).status).toBe(200);
        await portal.stop();
        portal = await startPortal({ DATA_DIR: dataDir, DEMO: "1" });
        browser = await member(portal.origin);
        const all = await repliesOf(browser, topic);
        for (const one of [...taken, "又能写了"]) expect(all).toContain(one);
      } finally {
        await portal.stop();
      }
    });
  });

  test.runIf(process.env.TEST_DATABASE_URL)("of PostgreSQL: the same, once it is started again", async () => {
    await smallDisk(600, async (disk) => {
      const cluster = await startCluster({ under: disk.folder });
      if (!cluster) throw new Error("these tests start PostgreSQL themselves: install its server programs");
      const portal = await startPortal({ DATABASE_URL: cluster.url, DEMO: "1" });
      try {
        const browser = await member(portal.origin);
        const topic = await publishTopic(browser);
        disk.fill();
        const { taken, page, text } = await untilRefused(browser, topic, "满盘回复");
        expect(page.status).toBe(503);
        expect(page.$("textarea[name=content]").text()).toContain(text);
        expect((await browser.get("/forum/all")).status).toBe(200);
        disk.empty();
        // The server may have ended, because there was no room for its write-ahead log.
        if (!cluster.isRunning()) cluster.start();
        await expect
          .poll(() => ready(portal.origin), { timeout: 120_000 })
          .toMatchObject({ status: 200, disk: "ok" });
        await expect
          .poll(async () => (await reply(browser, topic, "又能写了")).status, { timeout: 120_000 })
          .toBe(200);
        const all = await repliesOf(browser, topic);
        for (const one of [...taken, "又能写了"]) expect(all).toContain(one);
      } finally {
        await portal.stop();
        await cluster.stop();
      }
    });
  });
});
