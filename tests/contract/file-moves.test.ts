import { randomBytes } from "node:crypto";
import { eq, isNull, like } from "drizzle-orm";
import { restoreBackup } from "gateway/backup/restore-backup";
import { takeBackup } from "gateway/backup/take-backup";
import type { OpenDatabase } from "gateway/database/open";
import {
  activities,
  activityFilePieces,
  activityFiles,
  dataExports,
  exportPieces,
  filePieces,
  files,
  removedObjects,
  uploads,
} from "gateway/database/schema";
import { checkFiles, removeOrphans } from "gateway/files/moving/check-files";
import { moveFiles } from "gateway/files/moving/move-files";
import { removeObjectsJob } from "gateway/files/moving/removed-objects";
import { activityContents, exportContents, fileContents, openContent } from "gateway/files/storage/content";
import {
  addPieces,
  closeVideo,
  openVideo,
  readFile,
  storeFile,
  storePieces,
  storeVideo,
} from "gateway/files/storage/store";
import { chunkOf } from "gateway/files/stores/file-stores";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertRow } from "../support/any-row";
import { cloneDatabase } from "../support/database";
import { type StoreName, startStores, type TestStores } from "../support/file-stores";
import { TestGateway } from "../support/gateway";

let stores: TestStores;
let open: OpenDatabase;
beforeEach(async () => {
  stores = await startStores();
  open = await cloneDatabase();
});
afterEach(async () => {
  await open.close();
  await stores.close();
});

const fast = 1e12;
const gatewayOn = (name: StoreName) => new TestGateway(open.database, {}, undefined, stores.target(name));
const move = (to: StoreName, stopped?: () => boolean) => moveFiles(gatewayOn(to).services, fast, stopped);

const contents = {
  picture: randomBytes(50_000),
  video: randomBytes(2_500_000),
  attached: randomBytes(1_048_576),
  signup: randomBytes(1_300_000),
  archive: randomBytes(700_000),
};

/** One content of every kind, where new ones go. */
async function fill(name: StoreName) {
  const storing = { database: open.database, files: stores.target(name) };
  const picture = await storeFile(storing, { content: contents.picture, type: "image/png" });
  const video = await storeVideo(storing, { content: contents.video, type: "video/mp4" });
  // An attachment is whole once somebody's upload names it.
  const attached = await storePieces(storing, { content: contents.attached, type: "application/zip" });
  const { id: accountId } = await gatewayOn(name).member();
  const bytes = contents.attached.byteLength;
  await open.database
    .insert(uploads)
    .values({ accountId, kind: "attachment", fileName: attached, originalName: "a.zip", bytes });
  await insertRow(open.database, activities.id, 1);
  const [signup] = await open.database
    .insert(activityFiles)
    .values({
      activityId: 1,
      of: "signup",
      field: "cv",
      key: "k".repeat(22),
      type: "application/pdf",
      originalName: "a.pdf",
      bytes: contents.signup.byteLength,
      sha256: "",
    })
    .returning({ id: activityFiles.id });
  const fileId = signup?.id ?? 0;
  for (const number of [0, 1])
    await open.database.insert(activityFilePieces).values({
      fileId,
      number,
      content: contents.signup.subarray(number * 1_048_576, (number + 1) * 1_048_576),
    });
  const at = new Date();
  await open.database.insert(dataExports).values({
    accountId,
    key: "archive",
    askedAt: at,
    readyAt: at,
    expiresAt: at,
    bytes: contents.archive.byteLength,
  });
  await open.database
    .insert(exportPieces)
    .values({ exportKey: "archive", number: 0, content: contents.archive });
  return { picture, video, attached, fileId };
}
type Filled = Awaited<ReturnType<typeof fill>>;

/** Every content, read as pages read it, and where it lies. */
async function expectAll(
  { picture, video, attached, fileId }: Filled,
  name: StoreName,
  database = open.database,
) {
  const reading = { database, files: stores.target(name) };
  const whole = async (
    ...asked: Parameters<typeof openContent> extends [unknown, ...infer Rest] ? Rest : never
  ) => Buffer.from(await new Response(await openContent(reading, ...asked)).arrayBuffer());
  const locations: (string | null)[] = [];
  for (const [id, content] of [
    [video, contents.video],
    [attached, contents.attached],
  ] as const) {
    const [row] = await database.select().from(files).where(eq(files.name, id));
    locations.push(row?.location ?? null);
    const stored = { id, location: row?.location ?? null };
    expect((await whole(fileContents, stored, 0, content.byteLength - 1)).equals(content)).toBe(true);
  }
  const file = await readFile(database, picture);
  locations.push(file?.location ?? null);
  const shown = await new TestGateway(database, {}, undefined, stores.target(name)).fetch(
    `/gateway/files/${picture}`,
  );
  expect(Buffer.from(await shown.arrayBuffer()).equals(contents.picture)).toBe(true);
  const [signup] = await database.select().from(activityFiles).where(eq(activityFiles.id, fileId));
  const [archive] = await database.select().from(dataExports);
  for (const [of, row, id, content] of [
    [activityContents, signup, fileId, contents.signup],
    [exportContents, archive, "archive", contents.archive],
  ] as const) {
    locations.push(row?.location ?? null);
    const stored = { id, location: row?.location ?? null };
    expect((await whole(of, stored, 0, content.byteLength - 1)).equals(content)).toBe(true);
  }
  return locations.map((location) => location?.split(":")[0] ?? "database");
}
const all = (name: StoreName) => Array<string>(5).fill(name);
const pieces = async () =>
  Promise.all([filePieces, activityFilePieces, exportPieces].map((table) => open.database.$count(table)));

describe("moving", () => {
  it("takes everything from the database to a folder, a bucket, and back, and leaves nothing behind", async () => {
    const filled = await fill("database");
    expect(await expectAll(filled, "database")).toEqual(all("database"));
    for (const to of ["folder", "s3"] as const) {
      expect(await move(to)).toBe(5);
      expect(await expectAll(filled, to)).toEqual(all(to));
      expect(await pieces()).toEqual([0, 0, 0]);
      expect(await move(to)).toBe(0);
    }
    expect(await move("database")).toBe(5);
    expect(await expectAll(filled, "database")).toEqual(all("database"));
    expect(await pieces()).toEqual([4, 2, 1]);
    // What was left in folder and bucket is removed after an hour, and not before.
    const gateway = gatewayOn("database");
    expect(await open.database.$count(removedObjects)).toBe(10);
    await removeObjectsJob.run(gateway.services);
    expect(await open.database.$count(removedObjects)).toBe(10);
    gateway.pass(2 * 3_600);
    await removeObjectsJob.run(gateway.services);
    expect(await open.database.$count(removedObjects)).toBe(0);
    gateway.pass(48 * 3_600);
    expect(await checkFiles(gateway.services)).toMatchObject({ orphans: [], missing: [] });
  });

  it("goes on where it was stopped, and is read from wherever each file is meanwhile", async () => {
    const filled = await fill("database");
    let asked = 0;
    // In the midst of the first file that has more parts than one.
    expect(await move("s3", () => ++asked > 6)).toBeLessThan(5);
    expect(await expectAll(filled, "s3")).toHaveLength(5);
    expect(await open.database.$count(files, isNull(files.location))).toBeGreaterThan(0);
    await move("s3");
    expect(await expectAll(filled, "s3")).toEqual(all("s3"));
  });

  it("lets who reads a file from the database read on after it is moved", async () => {
    const { video } = await fill("database");
    const reading = { database: open.database, files: stores.target("folder") };
    const last = contents.video.byteLength - 1;
    const body = await openContent(reading, fileContents, { id: video, location: null }, 0, last);
    const reader = body?.getReader();
    const parts = [(await reader?.read())?.value ?? new Uint8Array()];
    await move("folder");
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) break;
      parts.push(value ?? new Uint8Array());
    }
    expect(Buffer.concat(parts).equals(contents.video)).toBe(true);
  });

  it("waits for a recording that has not come whole", async () => {
    const name = `${"9".repeat(32)}.webm`;
    await openVideo(open.database, name, "video/webm");
    await addPieces(open.database, name, 0, contents.attached);
    expect(await move("folder")).toBe(0);
    await closeVideo(open.database, name, contents.attached.byteLength);
    expect(await move("folder")).toBe(1);
  });
});

describe("objects and rows", () => {
  it("a deleted row takes its object along, after an hour", async () => {
    const gateway = gatewayOn("folder");
    const { video } = await fill("folder");
    const [row] = await open.database.select().from(files).where(eq(files.name, video));
    await open.database.delete(files).where(eq(files.name, video));
    const { store, key } = gateway.services.files.at(row?.location ?? "");
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBe(contents.video.byteLength);
    gateway.pass(2 * 3_600);
    const letGo = gateway.services.files.hold();
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBe(contents.video.byteLength);
    letGo();
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBeNull();
  });

  it.each(["folder", "s3"] as const)(
    "orphans and rows without their object are found in %s",
    async (name) => {
      const gateway = gatewayOn(name);
      const { picture } = await fill(name);
      const { files: on } = gateway.services;
      const orphan = await on.write("files", "0.bin", chunkOf(Buffer.from("left")), { type: "", bytes: 4 });
      const [row] = await open.database.select().from(files).where(eq(files.name, picture));
      const { store, key } = on.at(row?.location ?? "");
      await store.remove(key);
      const found = await checkFiles(gateway.services);
      // It may be an upload's under way.
      expect(found.orphans).not.toContain(orphan);
      expect(found.missing).toEqual([row?.location]);
      expect(found.places).toMatchObject({ [name]: 3, database: 2 });
      gateway.pass(25 * 3_600);
      const later = await checkFiles(gateway.services);
      expect(later.orphans).toContain(orphan);
      expect(await removeOrphans(gateway.services)).toBe(later.orphans.length);
      expect((await checkFiles(gateway.services)).orphans).toEqual([]);
      expect(await open.database.$count(files, like(files.location, `${name}:%`))).toBe(3);
      const [video] = await open.database.select().from(files).where(eq(files.type, "video/mp4"));
      const kept = on.at(video?.location ?? "");
      expect(await kept.store.size(kept.key)).toBe(contents.video.byteLength);
    },
  );
});

describe("a backup", () => {
  it.each([
    ["s3", "folder"],
    ["folder", "database"],
    ["database", "s3"],
  ] as const)("of files in %s is restored into %s", async (from, to) => {
    const filled = await fill(from);
    await move(from);
    const lines: string[] = [];
    const taken = await takeBackup(
      open,
      new Date(),
      async (line) => void lines.push(line),
      stores.target(from),
    );
    expect(taken.files).toBe(from === "database" ? 0 : 5);
    const restored = await cloneDatabase();
    try {
      async function* inTurn() {
        yield* lines;
      }
      await restoreBackup(restored.work, inTurn(), stores.target(to));
      if (from === "database")
        await moveFiles({ ...gatewayOn(to).services, database: restored.database }, fast);
      expect(await expectAll(filled, to, restored.database)).toEqual(all(to));
      const cut = lines.filter((line, at) => !(line.startsWith('"') && lines[at + 1]?.startsWith('"')));
      if (from !== "database") {
        const other = await cloneDatabase();
        const again = (async function* () {
          yield* cut;
        })();
        await expect(restoreBackup(other.work, again, stores.target(to))).rejects.toThrow("备份已损坏");
        expect(await other.database.$count(files)).toBe(0);
        await other.close();
      }
    } finally {
      await restored.close();
    }
  });
});
