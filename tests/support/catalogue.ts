import { sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";
import * as tables from "gateway/database/schema";

/** The fields of a product that a test may set; the others get made-up values. */
export interface CatalogueProduct {
  id: number;
  classId?: number;
  name?: string;
  kind?: (typeof tables.products.$inferInsert)["kind"];
  state?: (typeof tables.products.$inferInsert)["state"];
  since?: string;
  lastOrder?: string;
  values?: (typeof tables.products.$inferInsert)["values"];
  parts?: { package: string; low?: number; high?: number }[];
  delisted?: boolean;
  tagId?: number;
}

/** A number as the pack's loader stores it. */
export const quantity = (text: string, low: number, high = low) => ({ shown: text, low, high });
export const chosen = (...choices: string[]) => ({ shown: choices.join("、"), choices });
export const yes = { shown: "支持", yes: true };

/** Classes 1 > 11 > 111 and 1 > 12, with parameters of each level. */
export async function addClasses(database: Database): Promise<void> {
  const row = (id: number, name: string, path: number[]) => ({
    id,
    name,
    path,
    position: id,
    summary: `${name}的说明`,
    parentId: path.at(-2) ?? null,
  });
  await database
    .insert(tables.productClasses)
    .values([
      row(1, "芯片", [1]),
      row(11, "微控制器", [1, 11]),
      row(12, "无线芯片", [1, 12]),
      row(111, "电机控制", [1, 11, 111]),
    ])
    .onConflictDoNothing();
  const common = { choices: [] as string[], filter: true, compare: true };
  await database
    .insert(tables.productParameters)
    .values([
      { ...common, classId: 1, key: "current", position: 0, name: "最大电流", unit: "A", type: "number" },
      { ...common, classId: 1, key: "supply", position: 1, name: "供电", unit: "V", type: "range" },
      {
        ...common,
        classId: 1,
        key: "bus",
        position: 2,
        name: "总线",
        type: "choice" as const,
        choices: ["CAN", "USB", "SPI"],
      },
      { ...common, classId: 11, key: "fpu", position: 0, name: "浮点", type: "yes" },
      { ...common, classId: 11, key: "core", position: 1, name: "内核", type: "text", filter: false },
    ])
    .onConflictDoNothing();
}

/** Adds products as a load of a pack does. */
export async function addProducts(database: Database, added: CatalogueProduct[]): Promise<void> {
  await database.insert(tables.products).values(
    added.map(({ id, name = `P${id}`, classId = 11, kind = "chip", state = "production", ...more }) => ({
      id,
      name,
      classId,
      kind,
      state,
      summary: `${name}的简介`,
      since: more.since ?? "2024-01-01",
      lastOrder: more.lastOrder ?? null,
      gallery: [],
      values: more.values ?? {},
      pins: [],
      certifications: [],
      tagId: more.tagId ?? null,
      source: "",
      html: `<p>${name}的正文</p>`,
      fingerprint: "",
      delistedAt: more.delisted ? new Date() : null,
    })),
  );
  const parts = added.flatMap(({ id, parts: own = [] }) =>
    own.map(({ low, high, package: box }, position) => ({
      number: `P${id}-${position}`,
      folded: `P${id}${position}`,
      productId: id,
      position,
      package: box,
      temperature: low === undefined ? "" : `${low}~${high} °C`,
      packing: "编带",
      temperatureLow: low ?? null,
      temperatureHigh: high ?? null,
      buy: [{ name: "商城", url: `https://shop.example.com/${id}` }],
    })),
  );
  if (parts.length > 0) await database.insert(tables.productParts).values(parts);
}

/** Changes the content's revision, as a load does at its end. */
export async function turnRevision(database: Database): Promise<void> {
  await database
    .insert(tables.documents)
    .values({ key: "contentRevision", value: { revision: 1 } })
    .onConflictDoUpdate({
      target: tables.documents.key,
      set: {
        value: sql`jsonb_build_object('revision', (${tables.documents.value} ->> 'revision')::int + 1)`,
      },
    });
}

interface AddedResource {
  id: number;
  productId: number;
  kind?: "datasheet" | "sdk" | "tool" | "docs";
  access?: "open" | "login" | "disclaimer";
  version?: string;
  date?: string;
  /** The storage name; without one the file is on another host. */
  fileName?: string;
  toldAt?: Date | null;
  fileType?: string;
}

const levelIds = { datasheet: 901, sdk: 902, tool: 903, docs: 904 } as const;

/** Adds a resource with one version for a product. @returns the version's id */
export async function addResource(database: Database, added: AddedResource): Promise<number> {
  const { id, productId, kind = "docs", access = "open", version = "1.0", date = "2025-01-01" } = added;
  const levelId = levelIds[kind];
  await database
    .insert(tables.resourceLevels)
    .values({ id: levelId, parentId: null, path: [levelId], position: levelId, name: `级别 ${kind}`, kind })
    .onConflictDoNothing();
  const file = { version, date, bytes: 2_048, fileType: added.fileType ?? "pdf" };
  await database.insert(tables.resources).values({
    id,
    levelId,
    title: `资源 ${id}`,
    summary: "资源的简介",
    language: "zh",
    access,
    ...file,
    source: "",
    html: "",
    fingerprint: "",
  });
  const [row] = await database
    .insert(tables.resourceVersions)
    .values({
      resourceId: id,
      position: 0,
      state: "current",
      ...file,
      originalName: `r${id}.${file.fileType}`,
      fileName: added.fileName ?? null,
      sha256: "a".repeat(64),
      changesHtml: "<p>改了什么</p>",
      url: added.fileName ? null : `https://cdn.example.com/r${id}.${file.fileType}`,
      supports: { products: [], tools: [], systems: [] },
      entries: [],
      toldAt: added.toldAt === undefined ? new Date() : added.toldAt,
    })
    .returning({ id: tables.resourceVersions.id });
  await database
    .insert(tables.resourceProducts)
    .values({ resourceId: id, productId, levelId, date, listed: true });
  return row?.id ?? 0;
}

interface AddedNotice {
  number: string;
  productIds: number[];
  kind?: (typeof tables.productNotices.$inferInsert)["kind"];
  date?: string;
  toldAt?: Date | null;
}

export async function addNotice(
  database: Database,
  { number, productIds, kind = "errata", date = "2025-02-01", toldAt = new Date() }: AddedNotice,
): Promise<void> {
  await database.insert(tables.productNotices).values({
    number,
    kind,
    title: `通知 ${number}`,
    date,
    effective: "2025-03-01",
    workaround: "<p>绕过</p>",
    source: "",
    html: "<p>说明</p>",
    fingerprint: "",
    toldAt,
  });
  await database
    .insert(tables.noticeProducts)
    .values(productIds.map((productId) => ({ noticeNumber: number, productId, date })));
}
