/** Finds the text of a QR code in what the camera shows; null where there is none. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>;

/** As browsers that have it declare it; TypeScript does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The longer side of the picture that is looked through, in pixels: a code a fifth as wide is still read. */
const side = 720;

async function builtIn(): Promise<ReadFrame | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes("qr_code")) return null;
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function ownReader(): Promise<ReadFrame> {
  const { default: decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || width === 0 || height === 0) return null;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR(context.getImageData(0, 0, width, height));
    } catch {
      return null;
    }
  };
}

/** The browser's own reader, or ours, which is loaded only now that the camera starts. */
export const createReader = async (): Promise<ReadFrame> => (await builtIn()) ?? (await ownReader());
