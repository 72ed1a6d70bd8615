import { LRUCache } from "lru-cache";
import type { Call } from "./call";
import { type CallOutcome, changeOf } from "./pages";

/** The key of an answer: a name (for a call, the call's name) and the request. */
export type AnswerKey = readonly [name: string, ...input: unknown[]];

/** How to keep an answer. */
export interface KeepOptions<Value> {
  now: Date;
  seconds: number;
  /** The person or session that the answer belongs to; undefined where everybody may get it. */
  owner?: string | undefined;
  /** The calls that drop it early: those that add or hide, or only those that hide. */
  until?: "adds" | "hides" | undefined;
  /** An answer with another version is not used. */
  version?: number;
  /** Its size in characters; without it the cache counts a small one. */
  sizeOf?(value: Value): number;
  /** Decides whether a loaded value stays in the cache. */
  isWorthKeeping?(value: Value): boolean;
}

/** The answers to drop: all, those of a name or an owner, or those that a change may have made stale. */
export type AnswersToDrop = "all" | { name: string } | { owner: string } | { effect: "adds" | "hides" };

interface Entry extends Pick<KeepOptions<unknown>, "owner" | "until" | "version"> {
  name: string;
  goodUntil: number;
  value: Promise<unknown>;
  /** The value, as soon as it is loaded. */
  loaded?: unknown;
}

const entriesMax = 2_000;
/** The cache's size in characters. */
const sizeMax = 32 * 1024 * 1024;
const smallSize = 1_000;

/**
 * The one cache of answers: of calls whose row has `keepFor`, and of results that need several queries. Callers that ask
 * at the same time share one load. The cache keeps no failure.
 */
export class Answers {
  /** The numbers of hits and misses. */
  readonly counted = { hits: 0, misses: 0 };
  readonly #entries = new LRUCache<string, Entry>({ max: entriesMax, maxSize: sizeMax, ttlAutopurge: true });

  /** Gives the answer from the cache, or loads it. */
  keep<Value>(key: AnswerKey, options: KeepOptions<Value>, load: () => Promise<Value>): Promise<Value> {
    const { now, seconds, owner, until, version, sizeOf, isWorthKeeping } = options;
    const id = JSON.stringify([owner, key]);
    const present = this.#entries.get(id);
    if (present && present.version === version && present.goodUntil > now.getTime()) {
      this.counted.hits += 1;
      return present.value as Promise<Value>;
    }
    this.counted.misses += 1;
    const goodUntil = now.getTime() + seconds * 1_000;
    const entry: Entry = { name: key[0], owner, until, version, goodUntil, value: load() };
    // `last` gives the previous value until the new one is loaded.
    entry.loaded = present?.loaded;
    // Nobody else can use one person's answer, so it leaves the cache when it expires.
    this.#entries.set(
      id,
      entry,
      owner === undefined ? { size: smallSize } : { size: smallSize, ttl: seconds * 1_000 },
    );
    entry.value.then(
      (value) => {
        entry.loaded = value;
        if (this.#entries.peek(id) !== entry) return;
        if (isWorthKeeping && !isWorthKeeping(value as Value)) this.#entries.delete(id);
        else if (sizeOf) this.#entries.set(id, entry, { size: sizeOf(value as Value) });
      },
      () => {
        if (this.#entries.peek(id) === entry) this.#entries.delete(id);
      },
    );
    return entry.value as Promise<Value>;
  }

  /** Gives the last shared answer of this key, however old it is. */
  last<Value>(key: AnswerKey): Value | undefined {
    return this.#entries.peek(JSON.stringify([undefined, key]))?.loaded as Value | undefined;
  }

  /** Drops answers, also those that are still loading. */
  forget(what: AnswersToDrop): void {
    for (const [id, entry] of [...this.#entries.entries()])
      if (isAmong(entry, what)) this.#entries.delete(id);
  }
}

function isAmong({ name, owner, until }: Entry, what: AnswersToDrop): boolean {
  if (what === "all") return true;
  if ("name" in what) return name === what.name;
  if ("owner" in what) return owner === what.owner;
  return until === "adds" || (until === "hides" && what.effect === "hides");
}

/**
 * The answers that a call makes stale, by its row, so that the writer sees the change at once; null for none. Counters may
 * stay stale for a while: likes come many times a second.
 */
export function staleAnswers(
  row: Pick<Call, "effect" | "changedTopics" | "counts">,
  outcome: CallOutcome | undefined,
): AnswersToDrop | null {
  const { drop, hides, later } = changeOf(row, outcome);
  if (hides) return { effect: "hides" };
  return drop.length > 0 || (later && !row.counts) ? { effect: "adds" } : null;
}
