import type { CallInput } from "contract";
import { loadContentPack } from "gateway/content/load/load-pack";
import { verifyLog } from "gateway/moderation/verify-log";
import { beforeAll, describe, expect, it } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { text as newsText } from "../support/edited-content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let folder: string;

const load = () => loadContentPack(gateway().services, folder, { demo: false });

beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑" });
  const remove: (() => Promise<void>)[] = [];
  folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await load();
  return async () => {
    for (const one of remove) await one();
  };
});

interface Page {
  title: string;
  delisted: boolean;
  html: string;
}
type Kind = CallInput<"contentVersions">["kind"];

/** A kind: a whole piece, what a title alone lacks, its page, and a piece of the pack with the words that change. */
interface Row {
  kind: Kind;
  key?: string;
  body: Record<string, unknown>;
  lacks: string[];
  page(key: string, preview?: string): Promise<Page | number>;
  listed(): Promise<string[]>;
  pack: { key: string; file: string; title: string };
}

const secret = (preview: string | undefined) => (preview === undefined ? {} : { preview });

const table: Row[] = [
  {
    kind: "news",
    body: newsText,
    lacks: ["category", "content", "date", "summary"],
    async page(key, preview) {
      const { status, body } = await gateway().call(
        "informationDetail",
        { id: Number(key), ...secret(preview) },
        null,
      );
      return status === 200 ? (body as { data: Page }).data : status;
    },
    listed: async () => (await gateway().ok("informationListPage", {})).news.map(({ title }) => title),
    pack: { key: "7", file: "news/launch.md", title: "title: 发布" },
  },
  {
    kind: "notices",
    key: "SA-2025-900",
    body: { title: "安全公告", kind: "security", date: "2025-04-01", products: [100], content: "**说明**" },
    lacks: ["content", "date", "kind", "products"],
    async page(number, preview) {
      const { status, body } = await gateway().call("productNotice", { number, ...secret(preview) }, null);
      return status === 200 ? (body as Page) : status;
    },
    listed: async () => (await gateway().ok("productInfo", { id: 100 })).notices.map(({ title }) => title),
    pack: { key: "PCN-2025-001", file: "notices/pcn.md", title: "title: 封装变更" },
  },
  {
    kind: "products",
    body: {
      title: "A300",
      summary: "新一代",
      class: 11,
      kind: "chip",
      state: "production",
      since: "2026-01-01",
      params: { current: "230 mA", supply: "1.8~3.6 V", core: ["M4"], usb: true },
      parts: [
        {
          number: "A300-Q48",
          package: "QFN48",
          temperature: "-40~85 °C",
          buy: [{ name: "商城", url: "https://shop.example.com/a300" }],
        },
      ],
      pins: [{ pin: "1", name: "VDD", type: "电源" }],
      bom: [{ designator: "U1", part: "A100-Q48", quantity: 1, product: 100 }],
      replacedBy: [{ product: 200, kind: "similar" }],
      certifications: [{ name: "SRRC", number: "2026-1" }],
      tag: "UART",
      content: "**正文**",
    },
    lacks: ["class", "kind", "since", "state", "summary"],
    async page(key, preview) {
      const { status, body } = await gateway().call(
        "productInfo",
        { id: Number(key), ...secret(preview) },
        null,
      );
      if (status !== 200) return status;
      const { name, ...rest } = body as Page & { name: string };
      return { ...rest, title: name };
    },
    listed: async () => (await gateway().ok("productList", { id: 11 })).products.map(({ name }) => name),
    pack: { key: "200", file: "products/a200.md", title: "name: A200" },
  },
];

describe.each(table)("a piece of $kind", ({ kind, key: typedKey, body, lacks, page, listed, pack }) => {
  const title = String(body.title);
  const fresh = { kind, base: 0, fresh: true, ...(typedKey ? { key: typedKey } : {}) } as const;
  const pieceOf = (key: string) => gateway().ok("contentPiece", { kind, key }, admin);

  it("lives from draft to preview, publishing, withdrawal and restoring", async () => {
    const half = await gateway().ok("saveContent", { ...fresh, body: { title } }, admin);
    const { key } = half;
    const name = { kind, key };
    const early = await gateway().call("publishContent", { ...name, version: 1 }, admin);
    expect(early.status).toBe(422);
    const { fields } = early.body as { fields: Record<string, string[]> };
    expect(Object.keys(fields).sort()).toEqual(lacks);
    expect(await page(key)).toBe(404);

    await gateway().ok("saveContent", { ...name, base: 1, body }, admin);
    const { preview, body: stored } = await pieceOf(key);
    expect(stored).toMatchObject(body);
    expect(await page(key, preview)).toMatchObject({ title, preview: true });
    expect(await page(key, "x".repeat(24))).toBe(404);
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    const published = (await page(key)) as Page;
    expect(published).toMatchObject({ title, delisted: false, preview: false });
    expect(published.html).toContain(kind === "news" ? "<p>" : "<strong>");
    expect(await listed()).toContain(title);
    // What stands is what was typed: nothing is lost on the way to the rows and back.
    const { editedKinds } = await import("gateway/content/editing/kinds/all");
    expect((await editedKinds[kind].standing(gateway().database, key))?.body).toMatchObject(body);

    await gateway().ok("saveContent", { ...name, base: 2, body: { ...body, title: `${title}改` } }, admin);
    expect(await page(key)).toMatchObject({ title });
    const history = await gateway().ok("contentVersions", { ...name, version: 2 }, admin);
    expect(history.shown.changes.map((change) => change.name)).toEqual(
      expect.arrayContaining(Object.keys(body).filter((field) => field !== "title")),
    );
    await gateway().ok("publishContent", { ...name, version: 3 }, admin);
    expect(await page(key)).toMatchObject({ title: `${title}改` });
    await gateway().ok("withdrawContent", name, admin);
    expect(await page(key)).toMatchObject({ delisted: true });
    expect(await listed()).not.toContain(`${title}改`);
    await gateway().ok("restoreContent", { ...name, version: 2 }, admin);
    await gateway().ok("publishContent", { ...name, version: 4 }, admin);
    expect(await page(key)).toMatchObject({ title, delisted: false });
    const found = await gateway().ok("contentList", { kind, text: title, state: "published" }, admin);
    expect(found.pieces.map((piece) => piece.key)).toContain(key);
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });

  it("of a pack is edited from what stands, and a later pack's difference is decided", async () => {
    const { key } = pack;
    const name = { kind, key };
    const { body: stands, standing } = await pieceOf(key);
    const own = { ...stands, title: "站内的" };
    // What stands may be saved as it is: nothing of it is unknown to the form.
    await gateway().ok("saveContent", { ...name, base: 0, standing, body: own }, admin);
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    await changePack(folder, { [pack.file]: replacing(pack.title, `${pack.title}包`) });
    expect((await load()).notices.join()).toContain("「站内的」在站内改过，内容包里的不一样");
    const { conflict } = await pieceOf(key);
    expect(conflict?.changes.map((change) => change.name)).toEqual(["title"]);
    const decided = { ...name, take: "own", seen: conflict?.at ?? "" } as const;
    await gateway().ok("decideContent", decided, admin);
    expect(await page(key)).toMatchObject({ title: "站内的" });
    // The pack's is in the history, so that it can be looked at and brought back.
    const { versions } = await gateway().ok("contentVersions", name, admin);
    expect(versions.slice(0, 2).map(({ origin }) => origin)).toEqual(["restored", "pack"]);
    await changePack(folder, { [pack.file]: replacing(`${pack.title}包`, `${pack.title}新`) });
    await load();
    const { at = "" } = (await pieceOf(key)).conflict ?? {};
    await gateway().ok("decideContent", { ...name, take: "pack", seen: at }, admin);
    const packTitle = pack.title.slice(pack.title.indexOf(" ") + 1);
    expect(await page(key)).toMatchObject({ title: `${packTitle}新`, delisted: false });
    expect((await load()).changes[kind]).toBeUndefined();
  });
});
