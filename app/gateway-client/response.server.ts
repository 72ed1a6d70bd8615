import { markUnseen, withoutUnseen } from "contract/base/unseen";
import { filesPrefix } from "contract/base/wire";

/** The largest answer in bytes, many times the largest page of the contract. */
export const responseMaximum = 8 * 1024 * 1024;

/** The answer cannot be one of the contract. */
export class UnusableAnswer extends Error {}

/**
 * Reads a response's body as JSON, whatever its content type. An empty body is `undefined`. Throws UnusableAnswer
 * when the body is too large or not JSON in UTF-8, and the stream's error when the connection breaks.
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
  // The embedded gateway's responses ignore the signal, so reading is stopped here.
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

/** The key of texts that a member edits again: they stay unchanged. */
const sourceKey = "content";

function readable(text: string, key: string): string {
  const visible = key === sourceKey ? text : text.startsWith("<") ? markUnseen(text) : withoutUnseen(text);
  return visible.includes(filesPrefix) ? visible.replace(storedFileHost, "") : visible;
}

/**
 * Prepares all texts of a response for display. Addresses of stored images become root-relative paths, as values and
 * inside HTML (spec 7.1). Invisible characters are removed, and marked in code, whatever gateway answered and
 * whenever the text was written. Changes the response in place: copying all data costs more than searching it.
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
