/** A range of bytes, both ends counted in. */
export interface ByteRange {
  first: number;
  last: number;
}

/** An object as a listing has it. */
export interface ListedObject {
  key: string;
  writtenAt: Date;
}

/** How a browser is to take an object that it fetches from the store itself. */
export interface DirectAddress {
  type: string;
  disposition: string;
  cacheControl: string;
  /** Between these moments the address is good; whoever asks in one window of time gets the same address. */
  from: Date;
  seconds: number;
}

/**
 * A place for files outside of the database. An object is written once, under a key that no other ever has, and never
 * changed: what is removed late, or twice, takes nothing that somebody needs.
 */
export interface FileStore {
  readonly name: "folder" | "s3";
  /** Writes an object, whole and on the disk when it resolves. Throws StoreAway. */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    about: { type: string; bytes: number },
  ): Promise<void>;
  /** The bytes of an object, or of a part of it; null where there is none. Throws StoreAway. */
  read(key: string, range?: ByteRange): Promise<{ bytes: number; body: ReadableStream<Uint8Array> } | null>;
  /** How many bytes it has; null where there is none. Throws StoreAway. */
  size(key: string): Promise<number | null>;
  /** Removes an object; one that is not there is removed. Throws StoreAway. */
  remove(key: string): Promise<void>;
  /** All objects that have keys of ours. Throws StoreAway. */
  list(): AsyncIterable<ListedObject>;
  /** Tries that it can be written, read and emptied. Throws StoreProblem, or StoreAway where it does not answer. */
  check(): Promise<void>;
  /** Whether it has room for so many bytes more. */
  hasRoom(bytes: number): Promise<boolean>;
  /** The address under which a browser gets an object from the store itself; null where it cannot. */
  directAddress(key: string, how: DirectAddress): Promise<string | null>;
}

/** The store does not answer, or takes too long: the same is worth trying again later. */
export class StoreAway extends Error {
  constructor(
    readonly store: string,
    readonly operation: "read" | "write" | "remove" | "list",
    cause: unknown,
  ) {
    super(`file store ${store} could not ${operation}`, { cause });
    this.name = "StoreAway";
  }
}

/** Why a store cannot be used as it is configured, as a sentence for people. */
export class StoreProblem extends Error {}

/** Keys are ours: a kind, two letters of the name, the name and something random. Nothing else in a store is touched. */
export const keyPattern = /^[a-z]{1,20}\/[0-9a-z]{2}\/[0-9a-z]{1,64}-[0-9a-z]{16}(?:\.[0-9a-z]{1,10})?$/;

/** Bytes as a stream that lets go of its source when nobody reads on. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
