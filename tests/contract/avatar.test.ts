import { createLimits } from "gateway/server/limits";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { animation, canvas, hugePng, png, samplePdf } from "../support/upload-files";

const gateway = startGateway();

const request = (file: Uint8Array) => ({ file, filename: "头像.png", uploadtype: "1" as const });
const upload = async (file: Buffer, member: Member) =>
  (await gateway().ok("fileUpload", request(file), member)).data;
const pictureAt = async (address: string) => {
  const response = await gateway().fetch(address);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
  return Buffer.from(await response.arrayBuffer());
};

describe("an avatar (spec 5.6, 7.1)", () => {
  it("is cropped to its middle, rotated upright, and stored in two sizes without its metadata", async () => {
    const member = await gateway().member();
    const middle = await canvas(100, 100, "#ff0000").png().toBuffer();
    const file = await canvas(300, 100, "#0000ff")
      .composite([{ input: middle, left: 100, top: 0 }])
      .withExif({ IFD0: { Copyright: "secret-place", Artist: "某人" } })
      .jpeg()
      .toBuffer();
    expect(file.includes("secret-place")).toBe(true);
    const { headerlogo, thumbheaderlogo, result } = await upload(file, member);
    expect(result).toBe("2");
    const [large, small] = [
      await pictureAt(headerlogo),
      await pictureAt(`/gateway/files/${thumbheaderlogo}`),
    ];
    for (const [picture, side] of [
      [large, 320],
      [small, 96],
    ] as const) {
      const metadata = await sharp(picture).metadata();
      expect(metadata).toMatchObject({ format: "webp", width: side, height: side });
      expect([metadata.exif, metadata.icc, metadata.xmp, picture.includes("secret-place")]).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ]);
      const { dominant } = await sharp(picture).stats();
      expect(dominant.r).toBeGreaterThan(200);
    }
    const { user } = await gateway().ok("currentUser", {}, member);
    expect(user?.icon).toBe(`/gateway/files/${thumbheaderlogo}`);
    const { data } = await gateway().ok("getInfo", { pk_user: member.id }, await gateway().member());
    expect(data).toMatchObject({ own: false, headerlogo, thumbheaderlogo });
  });

  it("may have any of the four formats, whatever its file name, and an animation becomes a still picture", async () => {
    const member = await gateway().member();
    for (const file of [
      await png(),
      await animation("gif", 3),
      await animation("webp", 3),
      await canvas(9, 9).jpeg().toBuffer(),
    ]) {
      const { headerlogo } = await upload(file, member);
      expect((await sharp(await pictureAt(headerlogo)).metadata()).pages ?? 1).toBe(1);
    }
  });

  it("in any other format is refused with a reason of its own", async () => {
    const member = await gateway().member();
    for (const [file, code, message] of [
      [Buffer.alloc(0), "FILE_EMPTY", "这个文件是空的，请换一个"],
      [samplePdf(), "FILE_TYPE_REFUSED", "头像只能是 PNG、JPEG、GIF 或 WebP 图片"],
      [
        Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
        "FILE_TYPE_REFUSED",
        "头像只能是 PNG、JPEG、GIF 或 WebP 图片",
      ],
      [Buffer.concat([await png(), Buffer.alloc(20 * 1024 * 1024)]), "FILE_TOO_LARGE", "头像不能超过 20 MB"],
      [(await png(400, 400)).subarray(0, 300), "FILE_BROKEN", "图片已损坏或不完整，请重新导出后再上传"],
      [
        await hugePng(60_000, 60_000),
        "IMAGE_TOO_COMPLEX",
        "图片的像素太多：JPEG 照片不超过 1.2 亿，PNG 不超过 6400 万，其他图片（动图各帧合计）不超过 4000 万，请缩小后再上传",
      ],
    ] as const) {
      expect((await gateway().refused("fileUpload", request(file), code, member)).fields).toEqual({
        file: [message],
      });
    }
    const { fields } = await gateway().refused(
      "fileUpload",
      { file1: "!", filename: "", uploadtype: "2" },
      "INVALID_REQUEST",
      member,
    );
    expect(fields).toEqual({ file: ["请选择图片"], filename: ["文件名有误"], uploadtype: ["上传类型有误"] });
  });

  it("costs processor time, so a person may store only so many an hour", async () => {
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    const member = await gateway().member();
    const again = request(await png(8, 8));
    for (let sent = 0; sent < 20; sent += 1) await hurried.ok("fileUpload", again, member);
    await hurried.refused("fileUpload", again, "TOO_FREQUENT", member);
  });
});
