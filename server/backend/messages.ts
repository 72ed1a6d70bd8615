import type { Transferable } from "node:worker_threads";
import type { PagesChange } from "contract/base/pages";
import type { Environment } from "../environment";
import type { Made } from "../page-cache/page-entry";
import type { PlainRequest } from "../visit";
import type { Backend } from "./backend";

/** What a thread is started with. */
export interface ThreadData {
  environment: Environment;
  /** Whether it is the first, which loads the demo's content. */
  first: boolean;
  sourceMaps: boolean;
}

export type Method = "render" | "makePage" | "askGateway";

/** To the thread. A question has a number by which its answer comes back. */
export type ToThread =
  | { id: number; method: Method; request: PlainRequest; address: string }
  | { id: number; abort: true }
  | { forget: true }
  | { close: true };

/** A web response that can be handed over. A short body is bytes, a long one goes on as a stream. */
export interface PlainResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

export type PlainMade = { entry: Extract<Made, { entry: unknown }>["entry"] } | { response: PlainResponse };

/** From the thread. */
export type FromThread =
  | { ready: { engine: Backend["engine"] } }
  /** It cannot start; `known` when the message is a sentence for people. */
  | { refused: { message: string; known: boolean } }
  | { id: number; made: PlainMade; change: PagesChange }
  /** A bug, which is in the log. */
  | { id: number; failed: true }
  | { closed: true };

/** A body of at most this many bytes is handed over whole. */
const wholeMaximum = 512 * 1024;

/** Bytes that own their memory, which a transfer takes from this thread: a Buffer may share its with others. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return whole && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}

/** What was read already, then the rest. */
const resumed = (chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });

/** The bytes of a body that ends soon; a stream of one that does not, such as a large file. */
async function packBody(
  body: ReadableStream<Uint8Array>,
  transfer: Transferable[],
): Promise<PlainResponse["body"]> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= wholeMaximum; size += chunks.at(-1)?.length ?? 0) {
    const { done, value } = await reader.read();
    if (done) {
      const bytes = chunks.length === 1 && chunks[0] ? owned(chunks[0]) : owned(Buffer.concat(chunks));
      transfer.push(bytes.buffer);
      return bytes;
    }
    chunks.push(value);
  }
  const stream = resumed(chunks, reader);
  transfer.push(stream as unknown as Transferable);
  return stream;
}

async function packResponse(response: Response, transfer: Transferable[]): Promise<PlainResponse> {
  const { status, headers, body } = response;
  return { status, headers: [...headers], body: body && (await packBody(body, transfer)) };
}

/** Makes an answer ready to be posted, with what is to be transferred. */
export async function packMade(made: Made): Promise<{ made: PlainMade; transfer: Transferable[] }> {
  const transfer: Transferable[] = [];
  if ("response" in made)
    return { made: { response: await packResponse(made.response, transfer) }, transfer };
  const { entry } = made;
  const forms = Object.fromEntries(
    Object.entries(entry.forms).map(([encoding, form]) => {
      const body = owned(form.body);
      transfer.push(body.buffer);
      return [encoding, { ...form, body }];
    }),
  ) as typeof entry.forms;
  return { made: { entry: { ...entry, forms } }, transfer };
}

/** The answer as the front door takes it. */
export function unpackMade(made: PlainMade): Made {
  if ("entry" in made) return made;
  const { status, headers, body } = made.response;
  const response = new Response(body, { status, headers });
  if (body instanceof Uint8Array) response.headers.set("content-length", String(body.length));
  return { response };
}
