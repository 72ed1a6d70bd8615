import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import {
  activities,
  activityFilePieces,
  activityFiles,
  dataExports,
  exportPieces,
  files,
  uploads,
} from "gateway/database/schema";
import { activityContents, exportContents, fileContents, openContent } from "gateway/files/storage/content";
import { readFile, storeFile, storePieces, storeVideo } from "gateway/files/storage/store";
import { expect } from "vitest";
import { insertRow } from "./any-row";
import type { StoreName, TestStores } from "./file-stores";
import { TestGateway } from "./test-gateway";

export const contents = {
  picture: randomBytes(50_000),
  video: randomBytes(2_500_000),
  attached: randomBytes(1_048_576),
  signup: randomBytes(1_300_000),
  archive: randomBytes(700_000),
};

/** Stores one content of every kind in the given place. */
export async function fill(database: Database, stores: TestStores, name: StoreName) {
  const storing = { database, files: stores.target(name) };
  const picture = await storeFile(storing, { content: contents.picture, type: "image/png" });
  const video = await storeVideo(storing, { content: contents.video, type: "video/mp4" });
  // An attachment is complete once an upload names it.
  const attached = await storePieces(storing, { content: contents.attached, type: "application/zip" });
  const { id: accountId } = await new TestGateway(database).member();
  const bytes = contents.attached.byteLength;
  await database
    .insert(uploads)
    .values({ accountId, kind: "attachment", fileName: attached, originalName: "a.zip", bytes });
  await insertRow(database, activities.id, 1);
  const [signup] = await database
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
    await database.insert(activityFilePieces).values({
      fileId,
      number,
      content: contents.signup.subarray(number * 1_048_576, (number + 1) * 1_048_576),
    });
  const at = new Date();
  await database.insert(dataExports).values({
    accountId,
    key: "archive",
    askedAt: at,
    readyAt: at,
    expiresAt: at,
    bytes: contents.archive.byteLength,
  });
  await database.insert(exportPieces).values({ exportKey: "archive", number: 0, content: contents.archive });
  return { picture, video, attached, fileId };
}
export type Filled = Awaited<ReturnType<typeof fill>>;

/** Reads every content like the pages do, and compares it; without the archive, where there is none. Returns the places where they are. */
export async function expectAll(
  database: Database,
  stores: TestStores,
  { picture, video, attached, fileId }: Filled,
  name: StoreName,
): Promise<string[]> {
  const reading = { database, files: stores.target(name) };
  const whole = async (
    ...content: Parameters<typeof openContent> extends [unknown, ...infer Rest] ? Rest : never
  ) => Buffer.from(await new Response(await openContent(reading, ...content)).arrayBuffer());
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
  const response = await new TestGateway(database, {}, undefined, stores.target(name)).fetch(
    `/gateway/files/${picture}`,
  );
  expect(Buffer.from(await response.arrayBuffer()).equals(contents.picture)).toBe(true);
  const [signup] = await database.select().from(activityFiles).where(eq(activityFiles.id, fileId));
  const [archive] = await database.select().from(dataExports);
  const archives = archive ? ([[exportContents, archive, "archive", contents.archive]] as const) : [];
  for (const [of, row, id, content] of [
    [activityContents, signup, fileId, contents.signup] as const,
    ...archives,
  ]) {
    locations.push(row?.location ?? null);
    const stored = { id, location: row?.location ?? null };
    expect((await whole(of, stored, 0, content.byteLength - 1)).equals(content)).toBe(true);
  }
  return locations.map((location) => location?.split(":")[0] ?? "database");
}
