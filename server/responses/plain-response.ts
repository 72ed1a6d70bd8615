/**
 * An answer that can be handed from thread to thread. A short body is bytes, a long one goes on as a stream. No
 * `Response`: the thread that listens would copy each page through its streams, and bytes outside the heap make V8
 * collect all of it again and again (docs/performance.md).
 */
export interface PlainResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** A body of at most this many bytes is handed over whole. */
const wholeMaximum = 512 * 1024;

/** Bytes that own their memory, which a transfer takes from this thread: a Buffer may share its with others. */
export function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return whole && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}

/** The bytes that were read already, then the rest. */
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
async function plainBody(body: ReadableStream<Uint8Array>): Promise<PlainResponse["body"]> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= wholeMaximum; size += chunks.at(-1)?.length ?? 0) {
    const { done, value } = await reader.read();
    if (done) return ownedBytes(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    chunks.push(value);
  }
  return resumed(chunks, reader);
}

/** A web response as it can be handed over. */
export async function plainResponse({ status, headers, body }: Response): Promise<PlainResponse> {
  return { status, headers: [...headers], body: body && (await plainBody(body)) };
}

/** An answer as a web response again, for whoever reads it as one. */
export const webResponse = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body, { status, headers });

/** Nobody reads a body: what makes it can stop. */
export const leaveBody = async ({ body }: PlainResponse): Promise<void> => {
  if (body instanceof ReadableStream) await body.cancel();
};
