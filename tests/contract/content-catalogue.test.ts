import { sql } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { ContentPackError, describeProblem } from "gateway/content/pack/problems";
import type { OpenDatabase } from "gateway/database/open";
import * as tables from "gateway/database/schema";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changePack, copyPack, type PackChange, replacing, smallCatalogue } from "../support/content";
import { cloneDatabase } from "../support/database";
import { texts } from "../support/texts";
import { png, samplePdf, zip } from "../support/upload-files";

let open: OpenDatabase;
let now: Date;
beforeEach(async () => {
  open = await cloneDatabase();
  now = new Date("2026-03-01T08:00:00.000Z");
});
afterEach(() => open.close());

const catalogue = smallCatalogue(samplePdf());
const load = (folder: string, dryRun = false) =>
  loadContentPack({ database: open.database, texts, now: () => now }, folder, { demo: false, dryRun });

/** Every row of every table. */
async function everything(): Promise<Record<string, unknown>> {
  const { rows: names } = (await open.database.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )) as unknown as { rows: { name: string }[] };
  const all: Record<string, unknown> = {};
  for (const { name } of names) {
    const { rows } = (await open.database.execute(
      sql.raw(`select to_jsonb(t)::text as row from "${name}" t order by 1`),
    )) as unknown as { rows: { row: string }[] };
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

describe("a catalogue", () => {
  it("is loaded with all its parts, in SI units, and a second load changes no row", async () => {
    const folder = await copyPack(catalogue);
    const first = await load(folder);
    expect(first.changes).toMatchObject({
      products: { added: 2, changed: 0, delisted: 0 },
      resources: { added: 1, changed: 0, delisted: 0 },
      notices: { added: 1, changed: 0, delisted: 0 },
      news: { added: 1, changed: 0, delisted: 0 },
      redirects: { added: 1, changed: 0, delisted: 0 },
    });
    const products = await open.database.select().from(tables.products).orderBy(tables.products.id);
    expect(products[0]?.values).toEqual({
      current: { shown: "500 mA", low: 0.5, high: 0.5 },
      supply: { shown: "1.8~3.6 V", low: 1.8, high: 3.6 },
      core: { shown: "M4", choices: ["M4"] },
      usb: { shown: "支持", yes: true },
    });
    expect(products[0]?.html).toMatch(
      /<a href="\/resources\/details\/500"[\s\S]*src="\/gateway\/files\/[0-9a-f]{32}\.svg"/,
    );
    expect(products[0]).toMatchObject({ state: "production", tagId: expect.any(Number), sectionId: 11 });
    expect(await open.database.select().from(tables.productReplacements)).toEqual([
      { productId: 200, replacementId: 100, kind: "pinCompatible", position: 0 },
    ]);
    const [version] = await open.database
      .select()
      .from(tables.resourceVersions)
      .orderBy(tables.resourceVersions.position);
    expect(version).toMatchObject({
      version: "1.1",
      bytes: samplePdf().byteLength,
      fileType: "pdf",
      originalName: "a100.pdf",
    });
    expect(
      await open.database.select().from(tables.resourceCounts).orderBy(tables.resourceCounts.scope),
    ).toHaveLength(12);
    const before = await everything();
    now = new Date("2026-03-02T08:00:00.000Z");
    expect((await load(folder)).changes).toEqual({});
    expect(await everything()).toEqual(before);
  });

  it("takes down products that it no longer names, and keeps their rows, successors and people's data", async () => {
    const folder = await copyPack(catalogue);
    await load(folder);
    await open.database.update(tables.resources).set({ downloads: 7 });
    await changePack(folder, {
      "products/a200.md": null,
      "notices/pcn.md": null,
      "resources/a100.md": replacing("数据手册", "手册"),
    });
    const { changes } = await load(folder);
    expect(changes).toMatchObject({
      products: { added: 0, changed: 0, delisted: 1 },
      notices: { added: 0, changed: 0, delisted: 1 },
      resources: { added: 0, changed: 1, delisted: 0 },
    });
    expect(
      (await open.database.select().from(tables.products)).map(({ id, delistedAt }) => [id, delistedAt]),
    ).toEqual(
      expect.arrayContaining([
        [200, now],
        [100, null],
      ]),
    );
    expect(await open.database.$count(tables.productReplacements)).toBe(1);
    expect(await open.database.select().from(tables.resources)).toMatchObject([
      { title: "A100 手册", downloads: 7 },
    ]);
    await changePack(folder, { "products/a200.md": catalogue["products/a200.md"] ?? "" });
    expect((await load(folder)).changes.products).toEqual({ added: 0, changed: 1, delisted: 0 });
  });

  it("is only compared by a dry run, which writes nothing", async () => {
    const folder = await copyPack(catalogue);
    const before = await everything();
    expect((await load(folder, true)).changes.products).toEqual({ added: 2, changed: 0, delisted: 0 });
    expect(await everything()).toEqual(before);
  });

  it("stores its files in pieces and its pictures in smaller widths too", async () => {
    const folder = await copyPack({
      ...catalogue,
      "images/board.png": await png(700, 400),
      "products/a100.md": replacing(
        "name: A100\n",
        "name: A100\ngallery: [{ image: images/board.png, alt: 板子 }]\n",
      )(String(catalogue["products/a100.md"])),
    });
    await load(folder);
    const [product] = await open.database.select().from(tables.products).orderBy(tables.products.id);
    expect(product?.gallery).toEqual([
      { name: expect.stringMatching(/^[0-9a-f]{32}\.png$/), alt: "板子", width: 700, height: 400 },
    ]);
    const variants = await open.database
      .select()
      .from(tables.imageVariants)
      .orderBy(tables.imageVariants.width);
    expect(variants.map(({ width, height }) => [width, height])).toEqual([
      [320, 183],
      [640, 366],
    ]);
    expect(await open.database.$count(tables.filePieces)).toBe(1);
  });
});

describe("errors of a catalogue are reported by file, line and field", () => {
  const lines = async (changes: Record<string, PackChange>) => {
    const error = await load(await copyPack({ ...catalogue, ...changes })).catch((reason: unknown) => reason);
    if (!(error instanceof ContentPackError)) throw error ?? new Error("the pack was loaded");
    for (const table of [tables.products, tables.resources, tables.news, tables.files])
      expect(await open.database.$count(table)).toBe(0);
    return error.problems.map(describeProblem);
  };
  const changed = (file: string, from: string, to: string) => ({
    [file]: replacing(from, to)(String(catalogue[file])),
  });
  const bomb = () => {
    const content = zip([{ name: "a.bin", content: Buffer.alloc(50_000) }]);
    // The directory claims a smaller unpacked size than the real one.
    const directory = content.lastIndexOf(Buffer.from("504b0102", "hex"));
    content.writeUInt32LE(10, directory + 24);
    return content;
  };
  const asZip = changed("resources/a100.md", "files/a100.pdf", "files/a100.zip");
  const cases: [string, () => Record<string, PackChange>, (string | RegExp)[]][] = [
    [
      "a missing key",
      () => changed("products/a100.md", "class: 11\n", ""),
      ["products/a100.md:2（class）：缺少这一项"],
    ],
    [
      "a date that is none",
      () => changed("products/a100.md", "2024-03-01", "2024-02-30"),
      ["products/a100.md:8（since）：没有这一天"],
    ],
    [
      "a repeated id",
      () => changed("products/a200.md", "id: 200", "id: 100"),
      [/products\/a200\.md:2（id）：“100”已经用在/, /不能替代自己/],
    ],
    [
      "an unknown class",
      () => changed("products/a100.md", "class: 11", "class: 12"),
      ["products/a100.md:5（class）：products.yaml 里没有分类 12"],
    ],
    [
      "a wrong unit",
      () => changed("products/a100.md", "500 mA", "500 mV"),
      ["products/a100.md:9（params.current）：单位应为 A，可以带 k、M、m、u 这样的前缀"],
    ],
    [
      "an unknown choice",
      () => changed("products/a100.md", "core: M4", "core: M7"),
      ["products/a100.md:9（params.core）：没有选项“M7”，可选：M0、M4"],
    ],
    [
      "an unknown parameter",
      () => changed("products/a100.md", "usb: true", "can: true"),
      ["products/a100.md:9（params.can）：这个分类没有这个参数"],
    ],
    [
      "a ring of replacements",
      () => changed("products/a100.md", "tag: UART", "replacedBy: [{ product: 200, kind: 功能相近 }]"),
      [/products\/a100\.md:11（replacedBy）：互相替代，绕成了一圈：100 → 200 → 100/],
    ],
    [
      "a dead link",
      () => changed("news/launch.md", "/products/details/100", "/products/details/101"),
      ["news/launch.md:9：链接 /products/details/101 指向的产品不存在"],
    ],
    [
      "a picture that is not there",
      () => changed("products/a100.md", "images/wave.svg", "images/none.svg"),
      ["products/a100.md:16：没有图片 images/none.svg"],
    ],
    [
      "HTML",
      () => changed("news/launch.md", "看 ", "<script>alert(1)</script> "),
      [/news\/launch\.md:9：不能用 HTML 标签（<script>/],
    ],
    [
      "a script's address",
      () => changed("news/launch.md", "/products/details/100", "javascript:alert(1)"),
      [/news\/launch\.md:9：链接 javascript:alert\(1\) 不能用/],
    ],
    [
      "a way out of the folder",
      () => changed("resources/a100.md", "files/a100.pdf", "files/../../etc/passwd.pdf"),
      [/^resources\/a100\.md:7（versions\[0\]\.file）：文件应写成/],
    ],
    [
      "a file that is not there",
      () => changed("resources/a100.md", "files/a100.pdf", "files/b.pdf"),
      ["resources/a100.md:7（versions[0].file）：没有文件 files/b.pdf"],
    ],
    [
      "a wrong hash",
      () =>
        changed(
          "resources/a100.md",
          "file: files/a100.pdf",
          `file: files/a100.pdf, sha256: ${"b".repeat(64)}`,
        ),
      [/^resources\/a100\.md:7（versions\[0\]\.sha256）：与 files\/a100\.pdf 不符/],
    ],
    [
      "a PDF that is none",
      () => ({ "files/a100.pdf": "<html>" }),
      ["resources/a100.md:7（versions[0].file）：files/a100.pdf：内容不是 PDF，与后缀 .pdf 不符"],
    ],
    [
      "a ZIP bomb",
      () => ({ ...asZip, "files/a100.zip": bomb() }),
      [/^resources\/a100\.md:7（versions\[0\]\.file）：files\/a100\.zip：.*ZIP 炸弹/],
    ],
    [
      "an archive that climbs",
      () => ({ ...asZip, "files/a100.zip": zip([{ name: "../a.txt", content: Buffer.from("a") }]) }),
      [/files\/a100\.zip：不是完整的 ZIP/],
    ],
    [
      "a video that is none",
      () => ({
        "videos.yaml":
          "videos:\n  - { id: 1, title: 看, date: 2025-01-01, file: media/a.webm, poster: images/wave.svg }\n",
        "media/a.webm": "not a video",
      }),
      ["videos.yaml:2（videos[0].file）：media/a.webm：内容不是 WebM 视频，或已损坏"],
    ],
    [
      "a text of 10 MB",
      () => ({ "news/long.md": "a".repeat(10 * 1024 * 1024) }),
      ["news/long.md：文件不能超过 1 MB"],
    ],
    [
      "a text that is not UTF-8",
      () => ({ "news/gbk.md": Buffer.from("b9d8d3da", "hex") }),
      ["news/gbk.md：不是 UTF-8 编码的文字"],
    ],
    [
      "aliases without end",
      () => ({
        "news.yaml": `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"].map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`).join("\n")}\n`,
      }),
      ["news.yaml:1：YAML 嵌套太深，或别名（*名称）展开后太大"],
    ],
    [
      "redirects in a ring",
      () => ({ "redirects.yaml": "redirects:\n  - { from: /a, to: /b }\n  - { from: /b, to: /a }\n" }),
      ["redirects.yaml:2（redirects[0].to）：绕成了一圈：/a → /b → /a"],
    ],
    [
      "a moved address that leads back to its own path",
      () => ({ "redirects.yaml": "redirects:\n  - { from: /a, to: /a?tab=1 }\n" }),
      ["redirects.yaml:2（redirects[0].to）：绕成了一圈：/a → /a"],
    ],
    [
      "a moved address that is still there",
      () => changed("redirects.yaml", "/old", "/products/details/200"),
      ["redirects.yaml:1（redirects[0].from）：这个地址的内容还在，不会转走"],
    ],
    [
      "a part number twice",
      () =>
        changed("products/a200.md", "replacedBy", "parts: [{ number: a100-q48, package: QFN }]\nreplacedBy"),
      [/products\/a200\.md:9（parts\[0\]\.number）：“A100-Q48”已经用在 products\/a100\.md/],
    ],
    [
      "numbers of other makers that a search could not lead from",
      () =>
        changed(
          "products/a200.md",
          "replacedBy",
          "crossReferences: [{ number: a100-q48, kind: 引脚兼容 }, { number: A-1, kind: 功能相近 }]\nreplacedBy",
        ),
      [
        /products\/a200\.md:9（crossReferences\[0\]\.number）：A100-Q48 已经是本站的型号/,
        /products\/a200\.md:9（crossReferences\[1\]\.number）：型号不计符号至少要 3 个字符/,
      ],
    ],
    [
      "a notice about nothing",
      () => changed("notices/pcn.md", "products: [100]", "products: [300]"),
      ["notices/pcn.md:5（products[0]）：没有产品 300"],
    ],
    ["a misnamed file", () => ({ "files/手册.pdf": "%PDF-1.4" }), [/^files\/手册\.pdf：文件名不合要求/]],
  ];
  it.each(cases)("%s", async (_name, changes, expected) => {
    expect(await lines(changes())).toEqual(
      expected.map((each) => (typeof each === "string" ? each : expect.stringMatching(each))),
    );
  });
});
