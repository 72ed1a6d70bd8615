/** A range of bytes, including both ends. */
export interface ByteRange {
  first: number;
  last: number;
}

/** An object in a listing of a store. */
export interface ListedObject {
  key: string;
  writtenAt: Date;
}

/** How a browser should treat an object that it fetches directly from the store. */
export interface DirectAddress {
  type: string;
  disposition: string;
  cacheControl: string;
  /** The address is valid from `from` for `seconds`. All requests in one time window get the same address. */
  from: Date;
  seconds: number;
}

/**
 * A place for files outside of the database. An object is written once, under a key that is never used again, and never
 * changes. So a late or repeated removal cannot delete an object that somebody needs.
 */
export interface FileStore {
  readonly name: "folder" | "s3";
  /** Writes an object. When it resolves, the whole object is on the disk. Throws StoreAway. */
  write(
    key: string,
    content: AsyncIterable<Uint8Array>,
    about: { type: string; bytes: number },
  ): Promise<void>;
  /** Reads an object or a range of it; null if there is no such object. Throws StoreAway. */
  read(key: string, range?: ByteRange): Promise<{ bytes: number; body: ReadableStream<Uint8Array> } | null>;
  /** The size of an object in bytes; null if there is no such object. Throws StoreAway. */
  size(key: string): Promise<number | null>;
  /** Removes an object. Succeeds if it does not exist. Throws StoreAway. */
  remove(key: string): Promise<void>;
  /** Lists all objects whose keys match `keyPattern`. Throws StoreAway. */
  list(): AsyncIterable<ListedObject>;
  /** Tests writing, reading and removing. Throws StoreProblem, or StoreAway if the store does not answer. */
  check(): Promise<void>;
  /** What and where it is, in Chinese, with the variable that names it. */
  readonly title: string;
  /** The id in the store's mark, by which the site recognises its store; null without a mark. Throws StoreAway. */
  mark(): Promise<string | null>;
  /** Writes the mark. Throws StoreAway. */
  setMark(id: string): Promise<void>;
  /** Whether it has room for this many more bytes. */
  hasRoom(bytes: number): Promise<boolean>;
  /** The address where a browser gets an object directly from the store; null if the store does not support this. */
  directAddress(key: string, how: DirectAddress): Promise<string | null>;
}

/** The store does not answer, or takes too long. The operation can be tried again later. */
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

/** A store's configuration does not work. The message is a sentence for people. */
export class StoreProblem extends Error {}

/** Our keys: kind, two letters of the name, the name, and a random part. No other object in a store is touched. */
export const keyPattern = /^[a-z]{1,20}\/[0-9a-z]{2}\/[0-9a-z]{1,64}-[0-9a-z]{16}(?:\.[0-9a-z]{1,10})?$/;

/** The name of the mark in a folder or bucket. It is no key of a stored file, so nothing lists or removes it. */
export const markName = ".portal-store";

/** Turns a generator into a stream that closes the generator when the reader stops. */
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
