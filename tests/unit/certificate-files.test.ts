import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CertificatePaper } from "../../app/settings/portal-context";
import certificate from "../../server/certificates/certificate";
import { createCertificates } from "../../server/certificates/certificates";
import { expectConsole } from "../support/console";

const paper: CertificatePaper = {
  as: "pdf",
  issuer: "青芯开发者社区",
  holder: "阿卜杜拉·林默",
  name: "电机控制（入门）",
  words:
    "已学完课程《电机控制入门》的全部 12 课时，实际学习 3 小时 20 分钟，并以 92% 的成绩通过“结业考试”，特发此证。",
  facts: [
    ["编号", "7F3K-9M2P-4TQX-8WJR-3HDN"],
    ["颁发", "青芯开发者社区，2026-03-01"],
  ],
  address: "https://portal.example.com/trainingClass/certificates/7F3K-9M2P-4TQX-8WJR-3HDN",
};

describe("the PDF of a certificate", () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await certificate(paper);
  });

  it("is one A4 page across, with everything on it as text", async () => {
    const document = await getDocument({ data: new Uint8Array(bytes) }).promise;
    expect(document.numPages).toBe(1);
    const page = await document.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    expect([width, height]).toEqual([842, 595]);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join("");
    for (const expected of [
      paper.holder,
      paper.name,
      "7F3K-9M2P-4TQX-8WJR-3HDN",
      "2026-03-01",
      "证书",
      "实际学习3小时20分钟",
      "92%",
    ])
      expect(text.replace(/\s/g, "")).toContain(expected.replace(/\s/g, ""));
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: "电机控制（入门） · 阿卜杜拉·林默", Author: "青芯开发者社区" });
  });

  it("embeds its font with the used characters alone", () => {
    const source = Buffer.from(bytes).toString("latin1");
    expect(source.match(/\/Subtype\/CIDFontType2\/BaseFont\/[A-Z]{6}\+NotoSansSC/g)).toHaveLength(1);
    expect(source.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(1);
    // A font of ten thousand characters has some megabytes.
    expect(bytes.byteLength).toBeLessThan(120_000);
  });
});

/** Whether a part of a picture has something dark on it. */
async function dark(png: Uint8Array, part: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await sharp(png)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) if ((data[at] ?? 255) < 90) count += 1;
  return count;
}

describe("the pictures of a certificate", () => {
  it.each([
    ["picture", 1684, 1190],
    ["card", 1200, 630],
  ] as const)("%s is %d × %d, with the name on it", async (as, width, height) => {
    const png = await certificate({ ...paper, as });
    const { info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, height]);
    const place =
      as === "card"
        ? { left: 90, top: 230, width: 600, height: 100 }
        : { left: 500, top: 430, width: 680, height: 100 };
    expect(await dark(png, place)).toBeGreaterThan(1_500);
    const nameless = await certificate({ ...paper, as, holder: "" });
    expect(await dark(nameless, place)).toBeLessThan(200);
  });
});

describe("drawing certificates", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "certificates-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("happens once for the same paper, on its own thread", async () => {
    const filename = join(folder, "counting.mjs");
    writeFileSync(
      filename,
      'let count = 0;\nexport default async ({ holder }) => new TextEncoder().encode(holder + " " + ++count);\n',
    );
    const certificates = createCertificates(filename);
    const draw = async (holder: string) =>
      new TextDecoder().decode((await certificates.draw({ ...paper, holder })) ?? undefined);
    expect(await Promise.all([draw("甲"), draw("甲")])).toEqual(["甲 1", "甲 1"]);
    expect([await draw("乙"), await draw("甲")]).toEqual(["乙 2", "甲 1"]);
    await certificates.close();
  });

  it("answers null when the thread does not start", async () => {
    expectConsole("error", /线程 .*missing\.mjs 没有启动/);
    expectConsole("warn", /证书没有画出来/);
    const certificates = createCertificates(join(folder, "missing.mjs"));
    expect(await certificates.draw(paper)).toBeNull();
    await certificates.close();
  });
});
