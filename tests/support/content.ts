import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { zip } from "./upload-files";

/** The small pack that the loader's tests start from. */
export const fixturePack = "tests/fixtures/pack";

/** How to change one file of a pack: write it, remove it (null), or make it from its present text. */
export type PackChange = string | Buffer | null | ((text: string) => string);

/** A copy of the small pack, in a folder named `pack`. It is removed after the test, or when `atEnd` runs. */
export async function copyPack(
  changes: Record<string, PackChange> = {},
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "content-pack-"));
  atEnd(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, "pack");
  await cp(fixturePack, folder, { recursive: true });
  await changePack(folder, changes);
  return folder;
}

/** A pack's folder as a ZIP. @param top the folder around its files, with `/` */
export async function zipOfPack(
  folder: string,
  top = "",
  more: Parameters<typeof zip>[0] = [],
): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const place = join(entry.parentPath ?? entry.path, entry.name);
        return { name: `${top}${place.slice(folder.length + 1)}`, content: await readFile(place) };
      }),
  );
  return zip([...entries, ...more]);
}

/** Changes files of a pack in place. */
export async function changePack(folder: string, changes: Record<string, PackChange>): Promise<void> {
  for (const [path, change] of Object.entries(changes)) {
    const file = join(folder, path);
    if (change === null) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof change === "function" ? change(await readFile(file, "utf8")) : change);
    }
  }
}

/** Replaces a text; throws if the file does not contain it. */
export const replacing = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`the fixture has no ${from}`);
  return text.replace(from, to);
};

const front = (fields: string, body = "") => `---\n${fields.trim()}\n---\n${body}`;

/** A small catalogue to add to the small pack: two classes, two products, a resource, a notice, news. */
export const smallCatalogue = (pdf: Buffer): Record<string, PackChange> => ({
  "products.yaml": `classes:
  - id: 1
    name: 芯片
    parameters:
      - { key: current, name: 工作电流, unit: A, type: number, filter: true }
      - { key: supply, name: 供电, unit: V, type: range }
      - { key: core, name: 内核, type: choice, choices: [M0, M4], filter: true }
    children:
      - { id: 11, name: 无线芯片, parameters: [{ key: usb, name: USB, type: yes }] }
`,
  "products/a100.md": front(
    `
id: 100
name: A100
summary: 无线芯片
class: 11
kind: chip
state: 量产
since: 2024-03-01
params: { current: 500 mA, supply: 1.8~3.6 V, core: M4, usb: true }
parts: [{ number: A100-Q48, package: QFN48, temperature: "-40~85 °C", buy: [{ name: 商城, url: "https://shop.example.com/a100" }] }]
tag: UART
section: radio`,
    "第一段，见 [数据手册](/resources/details/500)。\n\n![图](images/wave.svg)\n",
  ),
  "products/a200.md": front(`
id: 200
name: A200
summary: 老芯片
class: 11
kind: chip
state: 不推荐新设计
since: 2020-03-01
replacedBy: [{ product: 100, kind: 引脚兼容 }]`),
  "resources.yaml":
    "levels:\n  - { id: 5, name: 文档, kind: docs, children: [{ id: 51, name: 手册, kind: datasheet }] }\n",
  "resources/a100.md": front(`
id: 500
title: A100 数据手册
level: 51
products: [100]
versions:
  - { version: "1.1", date: 2025-02-01, file: files/a100.pdf, changes: 修订勘误 }
  - { version: "1.0", date: 2024-03-01, url: "https://cdn.example.com/a100-1.0.pdf", bytes: 1000, sha256: ${"a".repeat(64)} }`),
  "files/a100.pdf": pdf,
  "notices/pcn.md": front(
    "number: PCN-2025-001\ntitle: 封装变更\nkind: pcn\nproducts: [100]\ndate: 2025-01-01\nworkaround: 无",
    "说明。\n",
  ),
  "news.yaml": "categories: [{ id: 1, name: 动态 }]\n",
  "news/launch.md": front(
    "id: 7\ntitle: 发布\nsummary: 新品\ncategory: 1\ndate: 2025-03-01 09:30\nproducts: [100]",
    "看 [A100](/products/details/100)。\n",
  ),
  "about.md": front("title: 关于我们\nsummary: 一句话", "正文。\n"),
  "redirects.yaml": "redirects: [{ from: /old, to: /products/details/100 }]\n",
});
