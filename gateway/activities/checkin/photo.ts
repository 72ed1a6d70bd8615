import sharp from "sharp";
import { imageType } from "../../files/pictures/image";
import type { CallContext } from "../../server/context";
import { accountOf } from "../../server/context";
import { Refusal } from "../../server/refusal";

/** The longer side of what is looked through: a code that fills a fifth of a photo is still read. */
const side = 1_200;
const pixelsMaximum = 60_000_000;
/** By which the thread has its time. */
const costAsText = 20_000;

/**
 * The QR code in a photo: it is scaled down here, and looked through on a thread of its own. Throws PHOTO_NO_CODE where
 * there is none, or it is no photo.
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
