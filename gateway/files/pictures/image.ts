import { limitConcurrency } from "contract/base/concurrency-limit";
import sharp, { type Metadata, type Sharp } from "sharp";
import { Refusal } from "../../server/refusal";
import type { FileType } from "../file-types";
import type { NewFile } from "../storage/store";

/**
 * Pixels of a picture, all frames of an animation together. A JPEG that is not progressive is made smaller while it
 * is read, and a PNG is read line by line, so that those of the largest cameras of phones cost little; anything else
 * is in memory whole.
 */
const pixelsMaximum = 40_000_000;
const pixelsInLines = { "image/jpeg": 120_000_000, "image/png": 64_000_000 };
/** A stored picture, in bytes. */
const storedBytesMaximum = 5 * 1024 * 1024;
const framesMaximum = 600;
/** The longer side of a stored picture, in pixels. */
const sideMaximum = 2_560;
const secondsMaximum = 20;

// One thread a picture and two pictures at once: a decoded picture is up to 160 MB.
sharp.cache(false);
sharp.concurrency(1);
const limited = limitConcurrency(2, 40);

export type ImageType = Extract<FileType, "image/png" | "image/jpeg" | "image/gif" | "image/webp">;

export interface StoredImage {
  content: Buffer;
  type: ImageType;
  /** Pixels, as it is shown. */
  width: number;
  height: number;
}

/** Whether a content is a HEIF picture (HEIC, AVIF), as phones take them. */
export const isHeif = (content: Buffer) =>
  /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/.test(content.toString("latin1", 4, 12));

/** The type of picture that a content begins as, or null. */
export function imageType(content: Buffer): ImageType | null {
  const begins = (hex: string) => content.subarray(0, hex.length / 2).toString("hex") === hex;
  if (begins("89504e470d0a1a0a")) return "image/png";
  if (begins("ffd8ff")) return "image/jpeg";
  if (begins("474946383761") || begins("474946383961")) return "image/gif";
  return begins("52494646") && content.toString("latin1", 8, 12) === "WEBP" ? "image/webp" : null;
}

const broken = (): Refusal =>
  new Refusal("FILE_BROKEN", { file: ["图片已损坏或不完整，请重新导出后再上传"] });
const tooComplex = (): Refusal =>
  new Refusal("IMAGE_TOO_COMPLEX", { file: [new Refusal("IMAGE_TOO_COMPLEX").message] });

const failureOf = (error: unknown) =>
  error instanceof Error && /timeout/i.test(error.message) ? tooComplex() : broken();

/** The header alone, before anything is decoded. Throws IMAGE_TOO_COMPLEX and FILE_BROKEN. */
async function checkSize(content: Buffer): Promise<Metadata> {
  const metadata = await sharp(content, { limitInputPixels: false, failOn: "error" })
    .metadata()
    .catch(() => null);
  if (!metadata?.width || !metadata.height) throw broken();
  const frames = metadata.pages ?? 1;
  const pixels = metadata.width * (metadata.pageHeight ?? metadata.height) * frames;
  const type = imageType(content);
  const inLines = (type === "image/jpeg" || type === "image/png") && !metadata.isProgressive;
  if (pixels > (inLines ? pixelsInLines[type] : pixelsMaximum) || frames > framesMaximum) throw tooComplex();
  return metadata;
}

function encode(image: Sharp, type: ImageType, metadata: Metadata): Sharp {
  if (type === "image/png") return image.png({ compressionLevel: 8, palette: metadata.isPalette });
  if (type === "image/jpeg") return image.jpeg({ quality: 85, mozjpeg: true });
  if (type === "image/gif") return image.gif({ effort: 4 });
  return image.webp({ quality: 85, effort: 4 });
}

/**
 * Decodes a picture and writes it anew: upright, in sRGB, at most 2560 pixels on its longer side, an
 * animation still one, and with nothing of what the file said besides its pixels (EXIF, GPS, ICC, comments,
 * whatever lay behind its end). Throws FILE_BROKEN or IMAGE_TOO_COMPLEX beside `file`; takes at most 20
 * seconds.
 */
export function storableImage(content: Buffer, type: ImageType): Promise<StoredImage> {
  return limited(async () => {
    const metadata = await checkSize(content);
    const animated = (metadata.pages ?? 1) > 1;
    const read = () =>
      sharp(content, {
        animated,
        autoOrient: true,
        failOn: "error",
        limitInputPixels: pixelsInLines["image/jpeg"],
        sequentialRead: true,
      })
        .resize({ width: sideMaximum, height: sideMaximum, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .timeout({ seconds: secondsMaximum });
    const write = async (as: ImageType): Promise<StoredImage> => {
      const { data, info } = await encode(read(), as, metadata).toBuffer({ resolveWithObject: true });
      return { content: data, type: as, width: info.width, height: info.pageHeight ?? info.height };
    };
    try {
      const stored = await write(type);
      // A photograph as a PNG, written without its tricks, may have grown: WebP holds it in a tenth.
      return stored.content.byteLength > storedBytesMaximum && type !== "image/webp"
        ? await write("image/webp")
        : stored;
    } catch (error) {
      throw failureOf(error);
    }
  });
}

/**
 * Sides of an avatar's two pictures, in pixels: as one looks at it, and as it stands beside a name on a dense
 * screen.
 */
const avatarSides = { large: 320, small: 96 } as const;

/**
 * Cuts a picture to the square in its middle and writes that anew in two sizes, as a still WebP with nothing
 * of what the file said besides its pixels. Throws as `storableImage`.
 */
export function avatarPictures(content: Buffer): Promise<{ large: NewFile; small: NewFile }> {
  return limited(async () => {
    await checkSize(content);
    const write = async (side: number): Promise<NewFile> => ({
      type: "image/webp",
      content: await sharp(content, {
        autoOrient: true,
        failOn: "error",
        limitInputPixels: pixelsInLines["image/jpeg"],
      })
        .resize({ width: side, height: side, fit: "cover" })
        .toColourspace("srgb")
        .timeout({ seconds: secondsMaximum })
        .webp({ quality: 85, effort: 4 })
        .toBuffer(),
    });
    try {
      return { large: await write(avatarSides.large), small: await write(avatarSides.small) };
    } catch (error) {
      throw failureOf(error);
    }
  });
}

/** The size of a picture that decodes whole and is not too large; null for any other. */
export function rasterFacts(content: Buffer): Promise<{ width: number; height: number } | null> {
  return limited(async () => {
    try {
      await checkSize(content);
      const { info } = await sharp(content, {
        autoOrient: true,
        failOn: "error",
        limitInputPixels: pixelsInLines["image/jpeg"],
      })
        .timeout({ seconds: secondsMaximum })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height };
    } catch {
      return null;
    }
  });
}

/** The widths at which a page may ask for a picture. */
export const variantWidths = [320, 640, 1280] as const;

/** A picture at the widths that are smaller than its own, as WebP. */
export function imageVariants(
  content: Buffer,
  width: number,
): Promise<{ width: number; height: number; file: NewFile }[]> {
  return limited(() =>
    Promise.all(
      variantWidths
        .filter((each) => each < width)
        .map(async (each) => {
          const { data, info } = await sharp(content, {
            autoOrient: true,
            limitInputPixels: pixelsInLines["image/jpeg"],
          })
            .resize({ width: each })
            .toColourspace("srgb")
            .timeout({ seconds: secondsMaximum })
            .webp({ quality: 80, effort: 4 })
            .toBuffer({ resolveWithObject: true });
          return { width: each, height: info.height, file: { content: data, type: "image/webp" as const } };
        }),
    ),
  );
}
