import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDemo } from "gateway/content/load/ensure-demo";
import { openPglite } from "gateway/database/open";
import { accounts, documents } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { copyPreparedDemo, prepareDemo, removeUnfinished } from "../../server/data/prepared-demo";
import { changePack, copyPack, fixturePack } from "../support/content";
import { pdfs, texts } from "../support/texts";

let prepared: string;
let parent: string;
let place = 0;
const newPlace = () => join(parent, `database-${++place}`);

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "prepared-demo-"));
  prepared = join(parent, "prepared");
  await prepareDemo(prepared, fixturePack, { texts, pdfs });
});
afterAll(() => rm(parent, { recursive: true, force: true }));

async function everythingIn(folder: string): Promise<[path: string, isFolder: boolean][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => [join(entry.parentPath, entry.name), entry.isDirectory()]);
}

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
    await chmod(`${folder}.unfinished`, 0o500);
    await removeUnfinished(folder);
    expect(existsSync(`${folder}.unfinished`)).toBe(false);
    expect(await copyPreparedDemo({ prepared, pack: fixturePack }, folder)).toBe(true);
    expect(existsSync(join(folder, "half"))).toBe(false);
    expect(existsSync(`${folder}.unfinished`)).toBe(false);
  });

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  it("belongs to its owner alone, also where the build is read-only", async () => {
    expect(await modeOf(prepared)).toBe(0o700);
    const readOnly = join(parent, "read-only");
    await cp(prepared, readOnly, { recursive: true });
    for (const [path, isFolder] of await everythingIn(readOnly)) await chmod(path, isFolder ? 0o555 : 0o444);
    const folder = newPlace();
    expect(await copyPreparedDemo({ prepared: readOnly, pack: fixturePack }, folder)).toBe(true);
    expect(await modeOf(folder)).toBe(0o700);
    const copied = await everythingIn(folder);
    expect(copied.length).toBeGreaterThan(10);
    for (const [path, isFolder] of copied) expect(await modeOf(path), path).toBe(isFolder ? 0o700 : 0o600);
  });

  it.each([
    ["a manifest that was cut off", (at: string) => writeFile(join(at, "manifest.json"), '{"pack":"ab')],
    ["a manifest that says nothing", (at: string) => writeFile(join(at, "manifest.json"), "null")],
    ["no database beside its manifest", (at: string) => rm(join(at, "database"), { recursive: true })],
  ])("is passed over with a warning: %s", async (what, spoil) => {
    const spoilt = join(parent, what);
    await cp(prepared, spoilt, { recursive: true });
    await spoil(spoilt);
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const folder = newPlace();
    expect(await copyPreparedDemo({ prepared: spoilt, pack: fixturePack }, folder)).toBe(false);
    expect(warned.mock.calls.flat().join("")).toContain("改为现在载入");
    warned.mockRestore();
    expect([existsSync(folder), existsSync(`${folder}.unfinished`)]).toEqual([false, false]);
  });
});
