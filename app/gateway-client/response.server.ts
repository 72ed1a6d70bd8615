import { markUnseen, withoutUnseen } from "contract/base/unseen";
import { filesPrefix } from "contract/base/wire";

/** Bytes of an answer beyond which it is given up: many times the largest page of the contract. */
export const responseMaximum = 8 * 1024 * 1024;

/** The answer was not something that the contract could have sent. */
export class UnusableAnswer extends Error {}

/**
 * Reads a response's body as JSON, whatever type it claims to be. An empty body is `undefined`. Throws
 * UnusableAnswer for what is not JSON in UTF-8 or is too large, and the stream's own error when it is cut
 * off.
 */
export async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  const text = await readText(response, signal);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableAnswer(
      `not JSON (content-type ${response.headers.get("content-type") ?? "none"}, ${text.length} characters)`,
    );
  }
}

async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  // The embedded gateway's responses know nothing of the signal: stop reading them here.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > responseMaximum) {
        stop();
        throw new UnusableAnswer(`more than ${responseMaximum} bytes`);
      }
      text += decode(decoder, chunk.value);
    }
    return text + decode(decoder);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new UnusableAnswer("not UTF-8");
  }
}

const storedFileHost = new RegExp(`https?://[^\\s/"'<>()\\\\]+(?=${filesPrefix})`, "gi");

/** What a person gets back to write on: it stays as it was typed. */
const sourceKey = "content";

function readable(text: string, key: string): string {
  const seen = key === sourceKey ? text : text.startsWith("<") ? markUnseen(text) : withoutUnseen(text);
  return seen.includes(filesPrefix) ? seen.replace(storedFileHost, "") : seen;
}

/**
 * Makes the texts of a response ready to be shown, wherever they stand. Scheme, host and port of image
 * storage URLs are trimmed to root-relative paths, as a value or inside HTML (spec 7.1). Characters that draw
 * nothing go, and in code become marks: whichever gateway answers, and whenever the text was written. Changes
 * the response itself, which is nobody else's yet: few have such a text, and a copy of every page's data
 * would cost more than looking for it.
 */
export function readableTexts<Data>(data: Data, key = ""): Data {
  if (typeof data === "string") return readable(data, key) as Data;
  if (typeof data !== "object" || data === null) return data;
  const parts = data as Record<string, unknown>;
  const inList = Array.isArray(data);
  for (const [name, value] of Object.entries(parts)) {
    const ready = readableTexts(value, inList ? key : name);
    if (ready !== value) parts[name] = ready;
  }
  return data;
}
