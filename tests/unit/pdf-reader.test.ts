import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { readingLimits } from "gateway/file-texts/limits";
import { createPdfReader } from "gateway/file-texts/pdf-reader";
import { ThreadNotStarted } from "gateway/workers/thread-pool";
import { afterAll, describe, expect, it, vi } from "vitest";
import { pdfOf, writePdf } from "../support/pdf-files";
import { pdfProgram } from "../support/texts";

const reader = createPdfReader(pdfProgram);
afterAll(() => reader.close());

async function read(
  bytes: Uint8Array<ArrayBuffer>,
  { from = 1, skip = [], by = reader }: { from?: number; skip?: number[]; by?: typeof reader } = {},
) {
  const pages: Record<number, string> = {};
  let count = 0;
  const ended = await by.read(bytes, { from, skip }, async (some, total) => {
    count = total;
    for (const { page, text } of some) pages[page] = text;
  });
  return { ...ended, pages, count };
}

describe("reading a PDF", () => {
  it("gives the text of each page, Chinese too, with lines of one paragraph joined", async () => {
    const long = "看门狗定时器在系统复位之后默认关闭，软件写入使能位之后开始计数，";
    const found = await read(
      writePdf([
        ["第 1 章 概述", "QX100 是一颗 MCU。"],
        [long, "计数到零时芯片复位。", "- 使能位 WDT_EN"],
        [],
      ]),
    );
    expect(found).toEqual({
      end: "all",
      count: 3,
      pages: {
        1: "第 1 章 概述\nQX100 是一颗 MCU。",
        2: `${long}计数到零时芯片复位。\n- 使能位 WDT_EN`,
        3: "",
      },
    });
  });

  it("reads the demo's documents", async () => {
    const { end, pages } = await read(
      new Uint8Array(readFileSync("content/demo/files/hi3861v100-datasheet-1.2.pdf")),
    );
    expect(end).toBe("all");
    expect(pages[1]).toContain("Wi-Fi");
    const embedded = await read(new Uint8Array(readFileSync("content/demo/files/edu-143-2026.pdf")));
    expect(embedded.end).toBe("all");
    expect(embedded.pages[1]).toMatch(/\p{Script=Han}{2}/u);
  });

  it("goes on from a page, and leaves out pages that cost too much", async () => {
    const file = () => writePdf([["甲"], ["乙"], ["丙"], ["丁"]]);
    expect((await read(file(), { from: 3 })).pages).toEqual({ 3: "丙", 4: "丁" });
    expect((await read(file(), { skip: [2] })).pages).toEqual({ 1: "甲", 3: "丙", 4: "丁" });
    const limits = { ...readingLimits, pages: 2 };
    const few = createPdfReader(pdfProgram, limits);
    expect(await read(file(), { by: few })).toMatchObject({ pages: { 1: "甲", 2: "乙" }, count: 4 });
    await few.close();
  });

  it.each([
    ["locked", writePdf([["密"]], { locked: true })],
    ["broken", new Uint8Array(Buffer.from("%PDF-1.7\nnothing of a PDF\n%%EOF"))],
    ["broken", new Uint8Array(0)],
    [
      "broken",
      new Uint8Array(Buffer.from(readFileSync("content/demo/files/edu-143-2026.pdf").subarray(0, 900))),
    ],
  ])("says that a file is %s", async (end, bytes) => {
    expect(await read(bytes)).toMatchObject({ end, pages: {} });
  });

  it("reads what is whole of a file whose end is missing", async () => {
    const whole = writePdf([["甲一"], ["乙二"]]);
    const cut = whole.slice(0, whole.length - 20);
    expect((await read(cut)).pages).toEqual({ 1: "甲一", 2: "乙二" });
  });

  it("ends a page that takes too long, and names it", async () => {
    // A form that draws itself twice at each of 40 depths: 2^40 pieces of text.
    const depth = 40;
    const forms = Array.from({ length: depth }, (_, at) => {
      const content = at + 1 < depth ? "/X Do /X Do" : "BT /F 9 Tf (a) Tj ET";
      const resources = at + 1 < depth ? `/XObject<</X ${at + 6} 0 R>>` : "/Font<</F 3 0 R>>";
      return `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>/Length ${content.length}>>stream\n${content}\nendstream`;
    });
    const bomb = pdfOf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[4 0 R]/Count 1>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents ${5 + depth} 0 R/Resources<</XObject<</X 5 0 R>>>>>>`,
      ...forms,
      "<</Length 5>>stream\n/X Do\nendstream",
    ]);
    const quick = createPdfReader(pdfProgram, { ...readingLimits, pageMilliseconds: 1_500 });
    expect(await read(bomb, { by: quick })).toMatchObject({ end: "costly", page: 1, pages: {} });
    // The next file gets a thread of its own.
    expect(await read(writePdf([["之后"]]), { by: quick })).toMatchObject({ pages: { 1: "之后" } });
    await quick.close();
  });

  it("ends a page that takes too much memory, and the process goes on", async () => {
    const inflated = Buffer.alloc(600 * 1024 * 1024, " ");
    const stream = deflateSync(inflated, { level: 1 }).toString("latin1");
    const bomb = pdfOf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>",
      `<</Filter/FlateDecode/Length ${stream.length}>>stream\n${stream}\nendstream`,
    ]);
    const small = createPdfReader(pdfProgram, {
      ...readingLimits,
      growth: 160 * 1024 * 1024,
      // So that only the memory can end it.
      pageMilliseconds: 600_000,
    });
    expect(await read(bomb, { by: small })).toMatchObject({ end: "costly", page: 1 });
    await small.close();
  });

  it("is no judgement on a file when no thread runs", async () => {
    const none = createPdfReader("/nowhere/pdf-thread.js");
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await expect(read(writePdf([["甲"]]), { by: none })).rejects.toBeInstanceOf(ThreadNotStarted);
    logged.mockRestore();
    await none.close();
  });

  it("does not count what grows while pages are stored, and ends after their storing", async () => {
    const small = createPdfReader(pdfProgram, { ...readingLimits, growth: 160 * 1024 * 1024 });
    let held = 0;
    const ended = await small.read(writePdf([["甲"]]), { from: 1, skip: [] }, async () => {
      const grown = Buffer.alloc(400 * 1024 * 1024, 1);
      await new Promise((done) => setTimeout(done, 500));
      held = grown.byteLength;
    });
    expect([ended, held]).toEqual([{ end: "all" }, 400 * 1024 * 1024]);
    await small.close();
  });

  it("ends with what the storing of its pages throws", async () => {
    const failing = reader.read(writePdf([["甲"]]), { from: 1, skip: [] }, async () => {
      throw new Error("the database is away");
    });
    await expect(failing).rejects.toThrow("the database is away");
    expect(await read(writePdf([["乙"]]))).toMatchObject({ end: "all", pages: { 1: "乙" } });
  });
});
