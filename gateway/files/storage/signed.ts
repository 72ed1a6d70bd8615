import { downloadsPrefix, filesPrefix, mediaPrefix, privateQuery } from "contract/base/wire";
import type { CallContext, GatewaySettings } from "../../server/context";
import { signerOf } from "../../server/signer";

/**
 * The length of a time window. All requests within a window get the same address, so that caches work. An address is
 * valid until the end of the next window, six to twelve hours.
 */
const windowSeconds = 6 * 3_600;

const purpose = "file";
const signedText = (path: string, expires: number) => `${path}\n${expires}`;

/** An address of a stored file that is valid for some hours (spec 3.5: with an Expires parameter). */
export function signedAddress(settings: GatewaySettings, path: string, now: Date): string {
  const expires = (Math.floor(now.getTime() / 1_000 / windowSeconds) + 2) * windowSeconds;
  const signature = signerOf(settings).sign(purpose, signedText(path, expires));
  return `${path}?Expires=${expires}&Signature=${signature}`;
}

/** The signed address of a stored picture. */
export const signedPicture = (settings: GatewaySettings, name: string, now: Date) =>
  signedAddress(settings, `${filesPrefix}${name}`, now);

/** The signed address of a video, its subtitles or a document. @param saveAs the name under which it is saved */
export const signedMedia = (settings: GatewaySettings, name: string, now: Date, saveAs = "") =>
  signedAddress(
    settings,
    `${mediaPrefix}${name}${saveAs === "" ? "" : `/${encodeURIComponent(saveAs)}`}`,
    now,
  );

/**
 * The signed address of a file for those whom the portal gave it: browsers and networks between keep no copy, and it
 * never comes from the content network.
 */
export const signedPrivate = (settings: GatewaySettings, name: string, now: Date, saveAs: string) =>
  `${signedMedia(settings, name, now, saveAs)}&${privateQuery}=1`;

/** Which file an address of a version's file is for: the beginning of its stored name. */
export const fileMark = (fileName: string | null) => (fileName ?? "").slice(0, 12);

/**
 * The signed address of a version's file: a download that is counted. It says which file it is, because caches keep
 * what they got at an address, and an editor may put another file in the place of a version's.
 */
export const signedDownload = (
  settings: GatewaySettings,
  { id, originalName, fileName }: { id: number; originalName: string; fileName: string | null },
  now: Date,
) => {
  const address = signedAddress(settings, `${downloadsPrefix}${id}/${encodeURIComponent(originalName)}`, now);
  return `${address}&File=${fileMark(fileName)}`;
};

/** The address of a version's file, in this portal or on the operator's other server. */
export const addressOf = (
  { settings, now }: Pick<CallContext, "settings" | "now">,
  version: { id: number; fileName: string | null; url: string | null; originalName: string },
): string => (version.fileName === null ? (version.url ?? "") : signedDownload(settings, version, now()));

/** Whether browsers can display a file themselves. */
export const isShown = (fileType: string): boolean => fileType === "pdf";

/** The state of a signed address. A good one has its remaining seconds, and the time from which it was given out. */
type SignatureState =
  | { state: "good"; seconds: number; from: Date }
  | { state: "expired" }
  | { state: "wrong" };
/** The result of `signatureState` for a good address. */
export type GoodSignature = Extract<SignatureState, { state: "good" }>;

/** The lifetime in seconds of an address that was given out at the beginning of its window. */
export const signedSeconds = 2 * windowSeconds;

/** Checks the signature and expiry of an address at a time. */
export function signatureState(settings: GatewaySettings, address: URL, now: Date): SignatureState {
  const expires = /^\d{1,12}$/.exec(address.searchParams.get("Expires") ?? "")?.[0];
  if (expires === undefined) return { state: "wrong" };
  const seconds = Number(expires) - Math.floor(now.getTime() / 1_000);
  if (seconds <= 0) return { state: "expired" };
  const signature = address.searchParams.get("Signature") ?? "";
  return signerOf(settings).verifies(purpose, signedText(address.pathname, Number(expires)), signature)
    ? { state: "good", seconds, from: new Date((Number(expires) - 2 * windowSeconds) * 1_000) }
    : { state: "wrong" };
}
