import sharp from "sharp";
import { imageType } from "../../files/pictures/image";
import type { CallContext } from "../../server/context";
import { accountOf } from "../../server/context";
import { Refusal } from "../../server/refusal";

/** The longer side of the picture that is searched; a code that fills a fifth of a photo can still be read. */
const side = 1_200;
const pixelsMaximum = 60_000_000;
/** The cost of the search in characters of text, by which the thread's time limit is set. */
const costAsText = 20_000;

/**
 * Reads the QR code in a photo: scales the photo down here, and searches it on a worker thread. Throws PHOTO_NO_CODE
 * when there is no code or the file is no photo.
 */
export async function readPhoto(context: CallContext, file: Buffer): Promise<string> {
  const none = () => new Refusal("PHOTO_NO_CODE", { file: [new Refusal("PHOTO_NO_CODE").message] });
  if (imageType(file) === null) throw none();
  const picture = await sharp(file, { limitInputPixels: pixelsMaximum })
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!picture) throw none();
  const { width, height } = picture.info;
  const pixels = new Uint8Array(picture.data);
  const code = await context.texts.run(
    "readQr",
    { width, height, pixels },
    costAsText,
    accountOf(context).id,
  );
  if (code === null) throw none();
  return code;
}
