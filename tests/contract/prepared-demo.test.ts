import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDemo } from "gateway/content/load/ensure-demo";
import { openPglite } from "gateway/database/open";
import { accounts, documents } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyPreparedDemo, prepareDemo } from "../../server/data/prepared-demo";
import { changePack, copyPack, fixturePack } from "../support/content";
import { texts } from "../support/texts";

let prepared: string;
let parent: string;
let place = 0;
const newPlace = () => join(parent, `database-${++place}`);

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "prepared-demo-"));
  prepared = join(parent, "prepared");
  await prepareDemo(prepared, fixturePack, texts);
}, 120_000);
afterAll(() => rm(parent, { recursive: true, force: true }));

describe("the database that the build prepares for a first start", () => {
  it("is the loaded pack, which a start does not load again, and has no secret in it", async () => {
    const folder = newPlace();
    expect(await copyPreparedDemo({ prepared, pack: fixturePack }, folder)).toBe(true);
    const open = await openPglite(folder);
    try {
      const { database } = open;
      expect(await database.$count(accounts)).toBeGreaterThan(0);
      const settings = { demo: true } as Parameters<typeof ensureDemo>[0]["settings"];
      const services = { database, texts, now: () => new Date(), settings };
      expect(await ensureDemo(services, fixturePack)).toBeNull();
      const keys = (await database.select({ key: documents.key }).from(documents)).map(({ key }) => key);
      expect(keys).toContain("pack:pack");
      expect(keys.filter((key) => /search-key|file-store|data-key|first-link/.test(key))).toEqual([]);
    } finally {
      await open.close();
    }
  });

  it("is not used for a pack that has changed since", async () => {
    const pack = await copyPack();
    expect(await copyPreparedDemo({ prepared, pack }, newPlace())).toBe(true);
    await changePack(pack, { "members.yaml": (text) => `${text}\n# changed\n` });
    const folder = newPlace();
    expect(await copyPreparedDemo({ prepared, pack }, folder)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it("is not used a day later, nor where its preparation did not end", async () => {
    const old = join(parent, "old");
    await cp(prepared, old, { recursive: true });
    const manifest = JSON.parse(await readFile(join(old, "manifest.json"), "utf8"));
    const preparedAt = Date.now() - 25 * 3_600_000;
    await writeFile(join(old, "manifest.json"), JSON.stringify({ ...manifest, preparedAt }));
    expect(await copyPreparedDemo({ prepared: old, pack: fixturePack }, newPlace())).toBe(false);
    await rm(join(old, "manifest.json"));
    expect(await copyPreparedDemo({ prepared: old, pack: fixturePack }, newPlace())).toBe(false);
  });

  it("is copied anew after a start that was killed while it copied", async () => {
    const folder = newPlace();
    await mkdir(`${folder}.unfinished`);
    await writeFile(join(`${folder}.unfinished`, "half"), "");
    expect(await copyPreparedDemo({ prepared, pack: fixturePack }, folder)).toBe(true);
    expect(existsSync(join(folder, "half"))).toBe(false);
    expect(existsSync(`${folder}.unfinished`)).toBe(false);
  });
});
