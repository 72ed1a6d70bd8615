import { rm } from "node:fs/promises";
import { keepLoadedPack } from "gateway/content/load/ensure-demo";
import { packJob } from "gateway/content/pack-job";
import { contentLoads, jobs, keptPacks, products } from "gateway/database/schema";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "内容管理员" });
});
beforeEach(() => gateway().database.delete(jobs));

/** The gateway uses this pack until the test ends. */
async function withPack(): Promise<string> {
  const folder = await copyPack(smallCatalogue(samplePdf()));
  gateway().services.settings.contentPack = folder;
  onTestFinished(() => {
    gateway().services.settings.contentPack = null;
  });
  return folder;
}
const state = () => gateway().ok("contentState", {}, admin);
const work = () => runJobs(gateway().services, [packJob]);
const rows = () => gateway().database.select({ id: products.id, name: products.name }).from(products);

describe("a pack in the running portal", () => {
  it("is checked first: errors are reported by file, line and field, and nothing is written", async () => {
    const folder = await withPack();
    const loads = () => gateway().database.select().from(contentLoads);
    const before = [await rows(), await loads()];
    await changePack(folder, { "products/a100.md": replacing("id: 100", "id: 没有") });
    await gateway().ok("checkContent", {}, admin);
    expect((await state()).work).toEqual({
      dryRun: true,
      previous: false,
      upload: false,
      step: null,
      percent: 0,
    });
    // Only one check at a time.
    await gateway().refused("loadContent", {}, "CONTENT_BUSY", admin);
    await gateway().refused("checkContent", {}, "CONTENT_BUSY", admin);
    expect(await work()).toBe(1);
    const { check, work: left } = await state();
    expect(left).toBeNull();
    expect(check?.problems[0]).toMatchObject({ file: "products/a100.md", line: 2, field: "id" });
    expect(check?.changes).toEqual([]);
    expect([await rows(), await loads()]).toEqual(before);
  });

  it("shows the changes of a load, is loaded, and is then up to date", async () => {
    const folder = await withPack();
    await gateway().ok("checkContent", {}, admin);
    await work();
    const checked = (await state()).check;
    expect(checked?.problems).toEqual([]);
    const numbers = { name: "产品", added: 2, changed: 0, delisted: 0 };
    const noNames = { addedNames: [], changedNames: [], delistedNames: [] };
    expect(checked?.changes).toContainEqual({ ...numbers, ...noNames, addedNames: ["A100", "A200"] });
    expect(await rows()).toEqual([]);
    await gateway().ok("loadContent", {}, admin);
    await work();
    expect((await rows()).map(({ id }) => id).sort()).toContain(100);
    const loaded = await state();
    expect(loaded.loads[0]).toMatchObject({ pack: "pack", nickName: "内容管理员", state: "done" });
    expect(loaded.loads[0]?.changes).toContainEqual({ ...numbers, ...noNames });
    expect(loaded.check?.changes).toEqual([]);
    // A later check finds no changes, and the next load reports its own changes.
    await gateway().ok("checkContent", {}, admin);
    await work();
    expect((await state()).check?.changes).toEqual([]);
    await changePack(folder, { "products/a100.md": replacing("name: A100", "name: A100 增强版") });
    await gateway().ok("loadContent", {}, admin);
    await work();
    expect((await state()).loads[0]?.changes).toContainEqual({
      name: "产品",
      added: 0,
      changed: 1,
      delisted: 0,
      addedNames: [],
      changedNames: [],
      delistedNames: [],
    });
  });

  it("with errors is not loaded; the list shows the load and its errors, and it is not retried", async () => {
    const folder = await withPack();
    const before = await rows();
    await changePack(folder, { "products/a100.md": replacing("name: A100", "class: 4711") });
    await gateway().ok("loadContent", {}, admin);
    await work();
    const { loads, work: left, check } = await state();
    expect([loads[0]?.state, left]).toEqual(["failed", null]);
    expect(loads[0]?.problems.join()).toContain("products/a100.md");
    expect(check?.problems.length).toBeGreaterThan(0);
    expect(await rows()).toEqual(before);
    expect(await work()).toBe(0);
  });

  it("stores its progress, so that a page can show it", async () => {
    await withPack();
    await gateway().ok("loadContent", {}, admin);
    const seen: unknown[] = [];
    const { services } = gateway();
    await packJob.run(
      {
        payload: { accountId: admin.id, dryRun: true },
        progress: null,
        keep: async (progress) => void seen.push(progress),
        checkStop: () => undefined,
      },
      services,
    );
    expect(seen).toContainEqual({ step: "check", percent: 100 });
    expect(seen).toContainEqual({ step: "write", percent: 100 });
  });

  it("stops between steps when the process ends", async () => {
    await withPack();
    const stop = new Error("ends");
    const run = packJob.run(
      {
        payload: { accountId: admin.id, dryRun: false },
        progress: null,
        keep: async () => undefined,
        checkStop: () => {
          throw stop;
        },
      },
      gateway().services,
    );
    await expect(run).rejects.toBe(stop);
  });

  it("that took content down is undone: the earlier pack was stored with its files, and is checked and loaded again", async () => {
    const folder = await withPack();
    const listed = async () =>
      (await gateway().database.select().from(products))
        .filter(({ delistedAt }) => delistedAt === null)
        .map(({ id, name }) => `${id} ${name}`)
        .sort();
    await gateway().ok("loadContent", {}, admin);
    await work();
    const before = await listed();
    expect(before.length).toBeGreaterThan(1);
    // Deletes the packs that other tests of this file stored.
    await gateway().database.delete(keptPacks);
    await keepLoadedPack(gateway().services, folder);
    expect((await state()).previous).toBeNull();
    await gateway().refused("loadContent", { previous: true }, "NO_PREVIOUS_PACK", admin);
    await gateway().refused("checkContent", { previous: true }, "NO_PREVIOUS_PACK", admin);

    await changePack(folder, {
      "products/a200.md": null,
      "products/a100.md": replacing("，见 [数据手册](/resources/details/500)", ""),
      "resources/a100.md": null,
      "files/a100.pdf": null,
    });
    await gateway().ok("loadContent", {}, admin);
    await work();
    expect((await state()).loads[0]?.state).toBe("done");
    expect((await listed()).length).toBeLessThan(before.length);
    // A pack with the same content in other words is not stored as an earlier one.
    await changePack(folder, { "sections.yaml": (text) => `# 注释\n${text}` });
    await gateway().ok("loadContent", {}, admin);
    await work();

    await rm(folder, { recursive: true });
    await gateway().ok("checkContent", { previous: true }, admin);
    expect((await state()).work).toMatchObject({ dryRun: true, previous: true });
    await work();
    expect((await state()).previous).toMatchObject({
      pack: "pack",
      check: { problems: [], changes: expect.arrayContaining([expect.objectContaining({ name: "产品" })]) },
    });
    await gateway().ok("loadContent", { previous: true }, admin);
    await work();
    expect(await listed()).toEqual(before);
    const after = await state();
    expect([after.loads[0]?.state, after.check]).toEqual(["done", null]);
    // And forward again: the pack loaded meanwhile is now the earlier one.
    expect(after.previous).toMatchObject({ pack: "pack", check: null });
    await gateway().ok("loadContent", { previous: true }, admin);
    await work();
    expect((await listed()).length).toBeLessThan(before.length);
    expect(await gateway().database.$count(keptPacks)).toBe(2);
  });

  it("is for administrators alone, and needs the server's setting", async () => {
    await gateway().refused("loadContent", {}, "NO_CONTENT_PACK", admin);
    expect((await state()).pack).toBeNull();
    const member = await gateway().member();
    for (const call of ["contentState", "checkContent", "loadContent"] as const)
      await gateway().refused(call, {}, "NOT_PERMITTED", member);
  });
});
