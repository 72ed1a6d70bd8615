import type { Database } from "gateway/database/open";
import {
  documents,
  files,
  fileTextPages,
  fileTexts,
  productClasses,
  products,
  resourceClasses,
  resourceCounts,
  resourceLevels,
  resourceProducts,
  resources,
  resourceVersions,
  videos,
} from "gateway/database/schema";
import { documentVersion } from "gateway/search/index/document";

/** The ids of a small catalogue, which calls of the catalogue use. */
export const catalogue = {
  classId: 9001,
  product: 9101,
  level: 9201,
  resource: 9301,
  version: 9351,
  /** The version of the resource that is a document, and its one page. */
  document: 9352,
  words: "看门狗每隔 8 秒复位一次",
  /** The version of the document before it, with another word on its page. */
  older: 9353,
  video: 9401,
};

const common = { fingerprint: "fixed", source: "", html: "<p>正文</p>" };

/** Saves one class, product, level, resource and video, if they are missing. */
export async function saveCatalogue(database: Database): Promise<void> {
  const { classId, product, level, resource, version, document, video } = catalogue;
  const date = "2026-01-01";
  await database
    .insert(productClasses)
    .values({ id: classId, parentId: null, path: [classId], position: 0, name: "芯片" })
    .onConflictDoNothing();
  await database
    .insert(products)
    .values({
      id: product,
      classId,
      name: "QX100",
      kind: "chip",
      state: "production",
      since: date,
      ...common,
      gallery: [],
      values: {},
      pins: [],
      certifications: [],
    })
    .onConflictDoNothing();
  await database
    .insert(resourceLevels)
    .values({ id: level, parentId: null, path: [level], position: 0, name: "SDK", kind: "sdk" })
    .onConflictDoNothing();
  await database
    .insert(resources)
    .values({
      id: resource,
      levelId: level,
      title: "QX100 SDK",
      language: "zh",
      access: "open",
      ...common,
      version: "1.0",
      date,
      bytes: 10,
      fileType: "zip",
    })
    .onConflictDoNothing();
  await database
    .insert(resourceVersions)
    .values({
      id: version,
      resourceId: resource,
      version: "1.0",
      position: 0,
      date,
      state: "current",
      url: "https://cdn.example.com/qx100.zip",
      originalName: "qx100.zip",
      fileType: "zip",
      bytes: 10,
      sha256: "a".repeat(64),
      supports: { products: [product], tools: [], systems: [] },
      entries: [],
    })
    .onConflictDoNothing();
  const documentPages = [
    { id: document, letter: "d", version: "0.9", date: "2025-01-01", text: catalogue.words },
    {
      id: catalogue.older,
      letter: "e",
      version: "0.8",
      date: "2024-01-01",
      text: catalogue.words.replace("8", "4"),
    },
  ];
  for (const [index, { id, letter, text, ...dated }] of documentPages.entries()) {
    const name = `${letter.repeat(32)}.pdf`;
    await database
      .insert(files)
      .values({ name, type: "application/pdf", content: Buffer.alloc(0), bytes: 10 })
      .onConflictDoNothing();
    await database
      .insert(resourceVersions)
      .values({
        ...dated,
        id,
        resourceId: resource,
        position: index + 1,
        state: "current",
        fileName: name,
        originalName: "qx100.pdf",
        fileType: "pdf",
        bytes: 10,
        sha256: letter.repeat(64),
        supports: { products: [], tools: [], systems: [] },
        entries: [],
      })
      .onConflictDoNothing();
    await database
      .insert(fileTexts)
      .values({ id, fileName: name, state: "read", pages: 1, readPages: 1, documentVersion })
      .onConflictDoNothing();
    await database.insert(fileTextPages).values({ id, textId: id, page: 1, text }).onConflictDoNothing();
  }
  const placed = { resourceId: resource, levelId: level, date };
  await database
    .insert(resourceProducts)
    .values({ ...placed, productId: product, listed: true })
    .onConflictDoNothing();
  await database
    .insert(resourceClasses)
    .values({ ...placed, classId })
    .onConflictDoNothing();
  const scopes = [
    { scope: "all", scopeId: 0 },
    { scope: "class", scopeId: classId },
    { scope: "product", scopeId: product },
  ] as const;
  for (const scope of scopes)
    await database
      .insert(resourceCounts)
      .values([0, level].map((levelId) => ({ ...scope, levelId, resources: 1 })))
      .onConflictDoNothing();
  await database
    .insert(videos)
    .values({
      id: video,
      title: "点亮 QX100",
      date,
      bytes: 10,
      seconds: 30,
      width: 640,
      height: 360,
      fileName: `${"b".repeat(32)}.webm`,
      fingerprint: "fixed",
      poster: { name: `${"c".repeat(32)}.png`, alt: "", width: 640, height: 360 },
    })
    .onConflictDoNothing();
  await database
    .insert(documents)
    .values({
      key: "development",
      value: { externalPages: [], internshipUrl: null, quickStarts: [] },
    })
    .onConflictDoNothing();
}
