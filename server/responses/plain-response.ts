/**
 * An answer that can be passed between threads. A short body is bytes, a long one a stream. It is no `Response`: the
 * listening thread would copy each page through its streams, and bytes outside the heap would make V8 run full garbage
 * collections (docs/performance.md).
 */
export interface PlainResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** A body of at most this many bytes is passed whole. */
const wholeMaximum = 512 * 1024;

/** Bytes in a buffer of their own that can be transferred; a Buffer may share its memory with others. */
export function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return whole && bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);
}

/** A stream of the bytes that were read already, then the rest. */
const resumeStream = (chunks: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>) =>
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

/** The bytes of a short body; a stream for a long one, such as a large file. */
async function plainBody(body: ReadableStream<Uint8Array>): Promise<PlainResponse["body"]> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= wholeMaximum; size += chunks.at(-1)?.length ?? 0) {
    const { done, value } = await reader.read();
    if (done) return ownedBytes(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    chunks.push(value);
  }
  return resumeStream(chunks, reader);
}

/** Converts a web response so that it can be passed to another thread. */
export async function plainResponse({ status, headers, body }: Response): Promise<PlainResponse> {
  return { status, headers: [...headers], body: body && (await plainBody(body)) };
}

/** Converts an answer back into a web response. */
export const webResponse = ({ status, headers, body }: PlainResponse): Response =>
  new Response(body, { status, headers });

/** Cancels a body that nobody will read, so that its source can stop. */
export const leaveBody = async ({ body }: PlainResponse): Promise<void> => {
  if (body instanceof ReadableStream) await body.cancel();
};
