import { attachmentBytesMax, imageBytesMax } from "contract/files/constants";
import type { RefusalCode } from "contract/refusals";
import { uploads } from "gateway/database/schema";
import { createLimits } from "gateway/server/limits";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { animation, canvas, hugePng, png, samplePdf, sampleZip, zip } from "../support/upload-files";

const gateway = startGateway();
const upload = async (file: Buffer, filename: string, as?: Member) =>
  gateway().ok("uploadFile", { file, filename }, as ?? (await gateway().member()));
/** The bytes stored at an address. */
const stored = async (address: string) => Buffer.from(await (await gateway().fetch(address)).arrayBuffer());

async function refusedBy(file: Buffer, filename: string, code: RefusalCode): Promise<string> {
  const refusal = await gateway().refused("uploadFile", { file, filename }, code, await gateway().member());
  expect(Object.keys(refusal.fields ?? {})).toEqual(["file"]);
  expect(refusal.message).toMatch(/[\u4e00-\u9fff]/);
  return refusal.fields?.file?.join() ?? "";
}

describe("a picture", () => {
  it("returns its Markdown, and is served", async () => {
    const answer = await upload(await png(40, 30), "C:\\图纸\\电源 树.PNG");
    expect(answer).toMatchObject({ kind: "image", name: "电源 树.png", width: 40, height: 30 });
    expect(answer.address).toMatch(/^\/gateway\/files\/[0-9a-f]{32}\.png$/);
    const response = await gateway().fetch(answer.address);
    expect([response.headers.get("content-type"), response.headers.get("x-content-type-options")]).toEqual([
      "image/png",
      "nosniff",
    ]);
    expect(Number(response.headers.get("content-length"))).toBe(answer.bytes);
  });

  it("keeps only its pixels: no EXIF with the place, ICC profile, comments, or data after its end", async () => {
    const exif = {
      IFD0: { Copyright: "秘密作者" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 0/1" },
    };
    const original = await canvas(60, 40).jpeg().withExif(exif).withIccProfile("p3").toBuffer();
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { address } = await upload(
      Buffer.concat([original, Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]),
      "a.jpg",
    );
    const content = await stored(address);
    const { exif: rest, icc, xmp, iptc, orientation } = await sharp(content).metadata();
    expect({ kept: rest, icc, xmp, iptc, orientation }).toEqual({});
    for (const trace of ["Exif", "GPS", "<script", "PK\u0003\u0004", "ICC_PROFILE"])
      expect(content.includes(trace)).toBe(false);
  });

  it("is rotated upright, and gives its shown size", async () => {
    const top = await canvas(40, 10, "#ff0000").png().toBuffer();
    const lying = await canvas(40, 20, "#0000ff")
      .composite([{ input: top, top: 0, left: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { address, width, height } = await upload(lying, "手机.jpeg");
    expect([width, height]).toEqual([20, 40]);
    // Rotated a quarter clockwise, the red top is the right half.
    const { data } = await sharp(await stored(address))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect((data[(20 * 20 + 2) * 3 + 2] ?? 0) > 200).toBe(true);
    expect((data[(20 * 20 + 17) * 3] ?? 0) > 200).toBe(true);
  });

  it.each(["gif", "webp"] as const)(
    "stays an animation as %s, with its frames and their time",
    async (type) => {
      const { address, width, height } = await upload(await animation(type, 5), `a.${type}`);
      expect([width, height]).toEqual([32, 24]);
      const metadata = await sharp(await stored(address), { animated: true }).metadata();
      expect(metadata).toMatchObject({ format: type, pages: 5, pageHeight: 24, loop: 0 });
      expect(metadata.delay).toEqual([80, 80, 80, 80, 80]);
    },
  );

  it("is reduced to 2560 pixels, animations too", async () => {
    expect(await upload(await png(4_000, 1_000), "宽.png")).toMatchObject({ width: 2_560, height: 640 });
    expect(await upload(await animation("webp", 2, 3_000, 300), "动.webp")).toMatchObject({
      width: 2_560,
      height: 256,
    });
  });

  it("is recognised by its content: a JPEG named PNG is stored as a JPEG", async () => {
    const answer = await upload(await canvas(20, 20).jpeg().toBuffer(), "截图.png");
    expect(answer.address).toMatch(/\.jpg$/);
    expect((await gateway().fetch(answer.address)).headers.get("content-type")).toBe("image/jpeg");
  });

  it("that came twice from the same person is one upload", async () => {
    const member = await gateway().member();
    const first = await upload(await png(21, 21), "a.png", member);
    expect(await upload(await png(21, 21), "a.png", member)).toEqual(first);
    const other = await upload(await png(21, 21), "a.png");
    expect([other.address, other.id === first.id]).toEqual([first.address, false]);
  });

  it.each([1, 0.9, 0.5, 0.02])("cut off to %d of its length is only taken whole", async (share) => {
    const noise = Buffer.from(Array.from({ length: 120 * 90 * 3 }, (_, index) => (index * 7_919) % 251));
    const whole = await sharp(noise, { raw: { width: 120, height: 90, channels: 3 } })
      .png()
      .toBuffer();
    const file = whole.subarray(0, Math.floor(whole.length * share));
    if (share === 1) expect(await upload(file, "a.png")).toMatchObject({ width: 120, height: 90 });
    else expect(await refusedBy(file, "a.png", "FILE_BROKEN")).toContain("损坏");
  });

  it("that unpacks to too many pixels is refused before it is decoded", async () => {
    expect(await refusedBy(await hugePng(60_000, 60_000), "炸弹.png", "IMAGE_TOO_COMPLEX")).toContain("像素");
    expect(await refusedBy(await hugePng(8_100, 8_100), "稍大.png", "IMAGE_TOO_COMPLEX")).toContain(
      "6400 万",
    );
    expect(await refusedBy(await animation("gif", 601, 2, 2), "帧.gif", "IMAGE_TOO_COMPLEX")).toContain(
      "像素",
    );
    expect(
      await refusedBy(await animation("webp", 60, 1_000, 700), "帧.webp", "IMAGE_TOO_COMPLEX"),
    ).toContain("像素");
  });

  it("gets a message for its fault: garbage after a valid beginning is no 500", async () => {
    for (const [start, name] of [
      ["89504e470d0a1a0a", "a.png"],
      ["ffd8ffe0", "a.jpg"],
      ["474946383961", "a.gif"],
      ["524946460000000057454250", "a.webp"],
    ] as const) {
      const garbage = Buffer.concat([Buffer.from(start, "hex"), Buffer.alloc(500, 0x5a)]);
      expect(await refusedBy(garbage, name, "FILE_BROKEN")).toContain("损坏");
    }
  });

  it("is refused in another format: SVG, HEIC, HTML, another kind of file, nothing at all", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const heic = Buffer.concat([Buffer.from("000000186674797068656963", "hex"), Buffer.alloc(300)]);
    expect(await refusedBy(svg, "a.svg", "FILE_TYPE_REFUSED")).toContain("PNG");
    expect(await refusedBy(svg, "a.png", "FILE_TYPE_REFUSED")).toContain("与后缀 .png 不符");
    expect(await refusedBy(heic, "a.heic", "FILE_TYPE_REFUSED")).toContain("不支持");
    expect(await refusedBy(heic, "a.jpg", "FILE_TYPE_REFUSED")).toContain("与后缀 .jpg 不符");
    expect(await refusedBy(await png(), "a.exe", "FILE_TYPE_REFUSED")).toContain("不支持");
    expect(await refusedBy(await png(), "没有后缀", "FILE_TYPE_REFUSED")).toContain("不支持");
    expect(await refusedBy(await png(), "a.pdf", "FILE_TYPE_REFUSED")).toContain("图片");
    expect(await refusedBy(Buffer.alloc(0), "a.png", "FILE_EMPTY")).toContain("空");
  });

  it("may have 20 MB, and is stored smaller", async () => {
    expect(
      await refusedBy(Buffer.concat([await png(), Buffer.alloc(imageBytesMax)]), "a.png", "FILE_TOO_LARGE"),
    ).toBe("图片不能超过 20 MB");
    expect(
      await upload(Buffer.concat([await png(), Buffer.alloc(imageBytesMax - 1_000)]), "a.png"),
    ).toMatchObject({ width: 40 });
  });
});

describe("an attachment", () => {
  it.each([
    ["工程.zip", sampleZip(), sampleZip()],
    ["说明.zip", zip([{ name: "a", content: Buffer.from("a") }], "a comment"), null],
    ["手册 v1.2 (修订).pdf", samplePdf(), samplePdf()],
    ["启动.log", Buffer.from("\u001b[32mOK\u001b[0m 启动完成\r\n"), null],
    ["记号.txt", Buffer.from("\ufeff有 BOM"), Buffer.from("有 BOM")],
    ["国标.txt", Buffer.from("b4aebfdab2a8ccd8c2ca0d0a", "hex"), Buffer.from("串口波特率\r\n")],
    ["窗口.log", Buffer.from("\ufeff电压 3.3V", "utf16le"), Buffer.from("电压 3.3V")],
  ])("%s is taken, text as UTF-8", async (name, file, expected) => {
    const member = await gateway().member();
    const answer = await upload(file, name, member);
    expect(answer).toMatchObject({ kind: "attachment", name, width: null, height: null });
    expect(answer.address).toMatch(/^\/gateway\/attachments\/\d+\/[^\s()]+$/);
    const response = await gateway().fetch(answer.address, { headers: { cookie: member.cookie } });
    expect(response.status).toBe(200);
    if (expected) expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
  });

  it("of 20 MB is stored and read in pieces; one byte more is refused", async () => {
    const line = Buffer.from("0123456789abcde\n");
    const file = Buffer.alloc(attachmentBytesMax, line);
    const member = await gateway().member();
    const { address, bytes } = await upload(file, "很长.log", member);
    expect(bytes).toBe(attachmentBytesMax);
    const headers = { cookie: member.cookie };
    expect(Buffer.from(await (await gateway().fetch(address, { headers })).arrayBuffer()).equals(file)).toBe(
      true,
    );
    const range = { ...headers, range: `bytes=${1024 * 1024 - 3}-${1024 * 1024 + 4}` };
    expect(await (await gateway().fetch(address, { headers: range })).text()).toBe("de\n01234");
    expect(await refusedBy(Buffer.concat([file, line]), "更长.log", "FILE_TOO_LARGE")).toBe(
      "附件不能超过 20 MB",
    );
  });

  it("of another type is refused with the reason", async () => {
    const whole = sampleZip();
    const broken: [Buffer, string][] = [
      [whole.subarray(0, whole.length - 10), "a.zip"],
      [whole.subarray(0, 30), "a.zip"],
      [Buffer.concat([whole, Buffer.from("behind")]), "a.zip"],
      [zip([]), "a.zip"],
      [zip([{ name: "../../etc/passwd", content: Buffer.from("x") }]), "a.zip"],
      [zip([{ name: "C:\\x", content: Buffer.from("x") }]), "a.zip"],
      [zip([{ name: "a", content: Buffer.alloc(1_000), says: 4_000_000_000 }]), "a.zip"],
      [
        zip([
          { name: "a", content: Buffer.alloc(9) },
          { name: "b", content: Buffer.alloc(9), shares: true },
        ]),
        "a.zip",
      ],
      [samplePdf().subarray(0, 20), "a.pdf"],
    ];
    for (const [file, name] of broken) await refusedBy(file, name, "FILE_BROKEN");
    const strange: [Buffer, string][] = [
      [Buffer.from("MZ\u0090\0\u0003\0\0\0"), "a.zip"],
      [Buffer.from("Rar!\u001a\u0007"), "a.zip"],
      [Buffer.from("#!/bin/sh\n"), "a.js"],
      [Buffer.concat([Buffer.from("MZ"), whole]), "a.zip"],
      [Buffer.from("<html>"), "a.pdf"],
      [Buffer.from("a\0b"), "a.txt"],
      [Buffer.from("7f454c46020101000000", "hex"), "a.log"],
      [Buffer.from("ff80ff81ff", "hex"), "a.txt"],
      [Buffer.from("\u0001\u0002\u0003\u0004abc"), "a.txt"],
      [whole, "a.rar"],
      [Buffer.from("#!/bin/sh\n"), "a.sh"],
    ];
    for (const [file, name] of strange) await refusedBy(file, name, "FILE_TYPE_REFUSED");
  });

  it("keeps a name that can be shown and saved", async () => {
    for (const [name, stored] of [
      ["../../etc/a.txt", "a.txt"],
      ["C:\\fakepath\\b.txt", "b.txt"],
      ["gnp\u202egpj.txt", "gnpgpj.txt"],
      ['a"b<c>|?*.txt', "a_b_c____.txt"],
      [".txt", "文件.txt"],
      [`${"长".repeat(300)}.txt`, `${"长".repeat(96)}.txt`],
      ["a\r\nb\0.TXT", "ab.txt"],
    ] as const) {
      expect((await upload(Buffer.from("x"), name)).name).toBe(stored);
    }
  });
});

describe("the call", () => {
  it("accepts only a file in four parts of base64", async () => {
    const member = await gateway().member();
    const parts = { file1: "YWJj", file2: "", file3: "", file4: "" };
    expect(await gateway().callOverHttp("uploadFile", { ...parts, filename: "a.txt" }, member)).toMatchObject(
      {
        status: 200,
        body: { bytes: 3 },
      },
    );
    for (const wrong of [
      { ...parts, file2: "不" },
      { ...parts, file4: 1 },
      { file1: "YWJj" },
      { ...parts, file1: "YWJ" },
    ]) {
      const refusal = await gateway().callOverHttp("uploadFile", { ...wrong, filename: "a.txt" }, member);
      const fields = { file: ["请选择文件"] };
      expect(refusal).toMatchObject({ status: 400, body: { errorCode: "INVALID_REQUEST", fields } });
    }
    const nameless = await gateway().callOverHttp("uploadFile", { ...parts, filename: "" }, member);
    expect(nameless.body).toMatchObject({
      errorCode: "INVALID_REQUEST",
      fields: { filename: ["文件名有误"] },
    });
  });

  it("has a quota for the day, which refused files do not use up", async () => {
    const strict = new TestGateway(gateway().database, {}, createLimits(undefined, 1));
    const member = await strict.member();
    for (let count = 0; count < 35; count += 1) {
      await strict.refused(
        "uploadFile",
        { file: Buffer.from("\u0001\u0002"), filename: "a.txt" },
        "FILE_TYPE_REFUSED",
        member,
      );
    }
    // The minute's limit does count them.
    for (let count = 0; count < 5; count += 1)
      await strict.ok("uploadFile", { file: Buffer.from(`${count}`), filename: "a.txt" }, member);
    await strict.refused("uploadFile", { file: Buffer.from("6"), filename: "a.txt" }, "TOO_FREQUENT", member);

    const { limits } = strict.services;
    await limits.reset("upload", String(member.id));
    for (let count = 5; count < 30; count += 1) await limits.take("attachmentsPerDay", String(member.id));
    const full = await strict.refused(
      "uploadFile",
      { file: Buffer.from("7"), filename: "a.txt" },
      "UPLOAD_QUOTA",
      member,
    );
    expect(full.fields).toEqual({ file: ["今天上传的附件已达上限，请明天再试"] });
    await strict.ok("uploadFile", { file: await png(), filename: "a.png" }, member);
    expect(
      (await gateway().database.select().from(uploads)).filter((row) => row.accountId === member.id),
    ).toHaveLength(6);
  });

  it("handles many at once: each is stored, and too many are told to come back", async () => {
    const member = await gateway().member();
    const files = await Promise.all(Array.from({ length: 60 }, (_, index) => png(300 + index, 200)));
    const answers = await Promise.all(
      files.map((file, index) => gateway().call("uploadFile", { file, filename: `${index}.png` }, member)),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const addresses = answers.flatMap(({ status, body }) =>
      status === 200 ? [(body as { address: string }).address] : [],
    );
    expect(addresses.length).toBeGreaterThanOrEqual(42);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
