import { limitConcurrency } from "contract/base/concurrency-limit";
import sharp, { type Metadata, type Sharp } from "sharp";
import { Refusal } from "../../server/refusal";
import type { FileType } from "../file-types";
import type { NewFile } from "../storage/store";

/**
 * The limits of a picture in pixels, with all frames of an animation. JPEG (unless progressive) is scaled down while it
 * is read, and PNG is read line by line, so that pictures of large phone cameras cost little memory. Other pictures are
 * in memory completely.
 */
const pixelsMaximum = 40_000_000;
const pixelsInLines = { "image/jpeg": 120_000_000, "image/png": 64_000_000 };
/** The maximum size of a stored picture. */
const storedBytesMaximum = 5 * 1024 * 1024;
const framesMaximum = 600;
/** The longer side of a stored picture, in pixels. */
const sideMaximum = 2_560;
const secondsMaximum = 20;

// One thread for each picture, and two pictures at once, because a decoded picture has up to 160 MB.
sharp.cache(false);
sharp.concurrency(1);
const limited = limitConcurrency(2, 40);

export type ImageType = Extract<FileType, "image/png" | "image/jpeg" | "image/gif" | "image/webp">;

export interface StoredImage {
  content: Buffer;
  type: ImageType;
  /** In pixels, after rotation by EXIF. */
  width: number;
  height: number;
}

/** Whether a content is a HEIF picture (HEIC, AVIF), which many phones take. */
export const isHeif = (content: Buffer) =>
  /^ftyp(?:hei[cxms]|hev[cx]|mif1|msf1|avi[fs])/.test(content.toString("latin1", 4, 12));

/** The type of a picture by its first bytes, or null. */
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

/** Checks only the header, before anything is decoded. Throws IMAGE_TOO_COMPLEX and FILE_BROKEN. */
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

function encode(image: Sharp, type: ImageType, metadata: Metadata, isQuick: boolean): Sharp {
  if (type === "image/png") return image.png({ compressionLevel: 8, palette: metadata.isPalette });
  if (type === "image/jpeg") return image.jpeg({ quality: 85, mozjpeg: !isQuick });
  if (type === "image/gif") return image.gif({ effort: 4 });
  return image.webp({ quality: 85, effort: 4 });
}

/**
 * Decodes a picture and encodes it again: upright, in sRGB, with at most 2560 pixels on its longer side. Animations are
 * kept. Everything but the pixels is removed (EXIF, GPS, ICC, comments, bytes after the end). Takes at most 20 seconds.
 * Throws FILE_BROKEN or IMAGE_TOO_COMPLEX beside `file`.
 * @param isQuick photographs take a sixth of the time, and a fifth more room (docs/performance.md)
 */
export function storableImage(
  content: Buffer,
  type: ImageType,
  { isQuick = false }: { isQuick?: boolean } = {},
): Promise<StoredImage> {
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
      const { data, info } = await encode(read(), as, metadata, isQuick).toBuffer({
        resolveWithObject: true,
      });
      return { content: data, type: as, width: info.width, height: info.pageHeight ?? info.height };
    };
    try {
      const stored = await write(type);
      // A photograph as PNG may become larger when it is encoded again. As WebP it has about a tenth of the size.
      return stored.content.byteLength > storedBytesMaximum && type !== "image/webp"
        ? await write("image/webp")
        : stored;
    } catch (error) {
      throw failureOf(error);
    }
  });
}

/**
 * The sides of an avatar's two pictures in pixels: for the profile, and for the place beside a name on a high-density
 * screen.
 */
const avatarSides = { large: 320, small: 96 } as const;

/**
 * Crops a picture to the square in its middle and encodes it in two sizes, as a still WebP without metadata. Throws
 * like `storableImage`.
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

/** The size of a picture; null if it is too large or cannot be decoded completely. */
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

/** Creates WebP versions of a picture in all widths that are smaller than its own. */
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
