import { LRUCache } from "lru-cache";
import type { Call } from "./call";
import { type CallOutcome, changeOf } from "./pages";

/** What an answer goes by: its name, which is the call's where it is a call's, and what was asked. */
export type AnswerKey = readonly [name: string, ...input: unknown[]];

/** How an answer is kept. */
export interface Keeping<Value> {
  now: Date;
  seconds: number;
  /** Whose it is, where it is one person's or one session's. */
  owner?: string | undefined;
  /** Which calls drop it before its time: those that add, or those that hide alone. */
  until?: "adds" | "hides" | undefined;
  /** It is right only for what has this version. */
  version?: number;
  /** How much room it takes, in characters; a little if nobody says. */
  sizeOf?(value: Value): number;
  /** Whether it is worth keeping, once it is there. */
  isKept?(value: Value): boolean;
}

/** Which answers are dropped: all, by name, by owner, or those that a change may have made wrong. */
export type Forgotten = "all" | { name: string } | { owner: string } | { effect: "adds" | "hides" };

interface Entry extends Pick<Keeping<unknown>, "owner" | "until" | "version"> {
  name: string;
  goodUntil: number;
  value: Promise<unknown>;
  /** The value once it is there. */
  loaded?: unknown;
}

const entriesMax = 2_000;
/** Characters, as a page of a topic counts them. */
const sizeMax = 32 * 1024 * 1024;
const smallSize = 1_000;

/**
 * The one cache of answers: of the calls whose row says `keepFor`, and of what takes the gateway several queries to
 * find. However many ask at once, an answer is made once. A failure is not kept.
 */
export class Answers {
  /** How often an answer was there, and how often it had to be made. */
  readonly counted = { hits: 0, misses: 0 };
  readonly #entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: sizeMax, ttlAutopurge: true });

  /** The answer that is kept, or else what `load` gives. */
  keep<Value>(key: AnswerKey, keeping: Keeping<Value>, load: () => Promise<Value>): Promise<Value> {
    const { now, seconds, owner, until, version, sizeOf, isKept } = keeping;
    const id = JSON.stringify([owner, key]);
    const present = this.#entries.get(id);
    if (present && present.version === version && present.goodUntil > now.getTime()) {
      this.counted.hits += 1;
      return present.value as Promise<Value>;
    }
    this.counted.misses += 1;
    const goodUntil = now.getTime() + seconds * 1_000;
    const entry: Entry = { name: key[0], owner, until, version, goodUntil, value: load() };
    // What was there before it stays to be looked at until it is replaced (see `last`).
    entry.loaded = present?.loaded;
    // What is one person's is of no use to anybody else later.
    this.#entries.set(
      id,
      entry,
      owner === undefined ? { size: smallSize } : { size: smallSize, ttl: seconds * 1_000 },
    );
    entry.value.then(
      (value) => {
        entry.loaded = value;
        if (this.#entries.peek(id) !== entry) return;
        if (isKept && !isKept(value as Value)) this.#entries.delete(id);
        else if (sizeOf) this.#entries.set(id, entry, { size: sizeOf(value as Value) });
      },
      () => {
        if (this.#entries.peek(id) === entry) this.#entries.delete(id);
      },
    );
    return entry.value as Promise<Value>;
  }

  /** The last answer of everybody's by this key, however old. */
  last<Value>(key: AnswerKey): Value | undefined {
    return this.#entries.peek(JSON.stringify([undefined, key]))?.loaded as Value | undefined;
  }

  /** Drops answers. What is being made is not kept either. */
  forget(what: Forgotten): void {
    for (const [id, entry] of [...this.#entries.entries()]) if (isOf(entry, what)) this.#entries.delete(id);
  }
}

function isOf({ name, owner, until }: Entry, what: Forgotten): boolean {
  if (what === "all") return true;
  if ("name" in what) return name === what.name;
  if ("owner" in what) return owner === what.owner;
  return until === "adds" || (until === "hides" && what.effect === "hides");
}

/**
 * Which answers a call makes wrong, as its row says, so that whoever wrote sees it at once; null for none. A counter can
 * wait: likes come many a second.
 */
export function madeWrong(
  row: Pick<Call, "effect" | "changedTopics" | "counts">,
  answered: CallOutcome | undefined,
): Forgotten | null {
  const { drop, hides, later } = changeOf(row, answered);
  if (hides) return { effect: "hides" };
  return drop.length > 0 || (later && !row.counts) ? { effect: "adds" } : null;
}
