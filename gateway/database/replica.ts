import { AsyncLocalStorage } from "node:async_hooks";
import { logInfo, logWarning } from "contract/base/log";
import type pg from "pg";
import { isConnectionLost, isDatabaseAway, sqlState } from "./failures";

/** Runs one statement. */
export type AskSql = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Whether the current call may read from a replica. It ends with the call, so timers that the call leaves use the
 * primary.
 */
const reading = new AsyncLocalStorage<{ may: boolean }>();

/** Runs a call whose reading statements may go to a replica that is some seconds behind. */
export async function fromReplica<Result>(work: () => Promise<Result>): Promise<Result> {
  const now = { may: true };
  try {
    // Drizzle starts a statement when it is awaited, which must happen inside.
    return await reading.run(now, async () => await work());
  } finally {
    now.may = false;
  }
}

/** Statements have no values in their text, so these words are SQL. */
const reads = /^\s*(?:select|with)\b/i;
const writes =
  /\b(?:insert\s+into|update|delete\s+from|for\s+(?:no\s+key\s+)?(?:update|share)|for\s+key\s+share|nextval|setval|pg_(?:try_)?advisory\w*)\b/i;
export const onlyReads = (text: string): boolean => reads.test(text) && !writes.test(text);

/** Milliseconds between two checks of a replica that is used, and of one that is away. */
const looks = { good: 250, bad: 5_000 };
/** How often a check asks whether the replica has caught up, and the milliseconds in between. */
const patience = { tries: 3, pause: 20 };

/** Parses a position in the write-ahead log, such as `16/B374D848`. */
function placeOf(lsn: unknown): bigint | null {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/i.exec(String(lsn)) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null;
}

/** Errors of a replica after which the primary should be asked. */
const worthAsking = (error: unknown) =>
  isDatabaseAway(error) || /^(?:40001|40P01|42P01|42703|42883|25006)$/.test(sqlState(error) ?? "");

export interface ReplicaSettings {
  /** The largest lag in milliseconds. */
  lagMaximum: number;
  now?: () => number;
}

/**
 * A replica for what visitors read. While it is used, it is checked: positions of the primary's write-ahead log are
 * kept with their times, and the latest position that the replica has replayed tells its lag. The primary answers
 * instead while the replica is away, lags too much, or has not replayed the latest removal of content.
 */
export class Replica {
  /** The lag in seconds; null while unknown. */
  lagSeconds: number | null = null;
  /** Statements answered by the replica, and by the primary in its place. */
  readonly counted = { replica: 0, primary: 0 };
  #state: "unknown" | "good" | "away" | "late" = "unknown";
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #places: { at: number; place: bigint }[] = [];
  /** The replica has replayed everything that was written before this time. */
  #hasUntil = Number.NEGATIVE_INFINITY;
  #isAlone = false;
  #neededUntil = Number.NEGATIVE_INFINITY;
  readonly #lagMaximum: number;
  readonly #now: () => number;

  constructor(
    private readonly askReplica: AskSql,
    private readonly askPrimary: AskSql,
    { lagMaximum, now = () => performance.now() }: ReplicaSettings,
  ) {
    this.#lagMaximum = lagMaximum;
    this.#now = now;
  }

  /** Reports that content was hidden or changed. The replica is not used until it has replayed this. */
  needNow(): void {
    this.#neededUntil = this.#now();
  }

  /**
   * Runs a statement on the replica if the current call allows it and the replica is good; otherwise on the primary.
   */
  async ask(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (!reading.getStore()?.may || !onlyReads(config.text)) return this.askPrimary(config, values);
    this.#lookInTime();
    if (this.#isGood()) {
      try {
        const result = await this.askReplica(config, values);
        this.counted.replica += 1;
        return result;
      } catch (error) {
        if (!worthAsking(error)) throw error;
        if (isConnectionLost(error)) this.#become("away", error);
      }
    }
    this.counted.primary += 1;
    return this.askPrimary(config, values);
  }

  /** Whether the replica may be used. An old check says nothing about the present. */
  #isGood(): boolean {
    const isKnown = this.#now() - this.#lookedAt <= Math.max(this.#lagMaximum, 1_000);
    return this.#state === "good" && isKnown && this.#hasUntil > this.#neededUntil;
  }

  /** Checks the replica now. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#lookedAt = this.#now();
      this.#looking = undefined;
    });
    return this.#looking;
  }

  #lookInTime(): void {
    const wait = this.#state === "away" ? looks.bad : looks.good;
    if (this.#now() - this.#lookedAt >= wait) void this.look();
  }

  async #look(): Promise<void> {
    const at = this.#now();
    try {
      const { rows } = await this.askPrimary({ text: "select pg_current_wal_lsn()::text as place" });
      const place = placeOf(rows[0]?.place);
      if (place !== null) this.#places.push({ at, place });
      this.#isAlone = false;
    } catch {
      // While the primary is away nothing is written, so the replica cannot fall behind.
      this.#isAlone = true;
    }
    try {
      // The latest writes may still be on their way.
      for (let tries = 1; !this.#judge(at, await this.#reached()) && tries < patience.tries; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, patience.pause));
    } catch (error) {
      this.#become("away", error);
    }
  }

  async #reached(): Promise<bigint | null | "itself"> {
    const { rows } = await this.askReplica({
      text: "select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place",
    });
    return rows[0]?.standby === true ? placeOf(rows[0]?.place) : "itself";
  }

  /**
   * Sets lag and state. @returns whether the replica has caught up.
   * @param reached the replayed position; `itself` for a server that takes writes, which a proxy may choose when no
   * standby is left
   */
  #judge(at: number, reached: bigint | null | "itself"): boolean {
    const had = this.#places.filter(
      ({ place }) => reached === "itself" || (reached !== null && place <= reached),
    );
    const latest = reached === "itself" ? at : had.at(-1)?.at;
    if (latest !== undefined) this.#hasUntil = Math.max(this.#hasUntil, latest);
    const last = this.#places.at(-1);
    this.#places = this.#places.filter((one) => one.at >= Math.max(this.#hasUntil, at - 600_000));
    const hasAll = this.#isAlone && last !== undefined && had.includes(last);
    const lag = hasAll ? 0 : this.#hasUntil === Number.NEGATIVE_INFINITY ? null : at - this.#hasUntil;
    this.lagSeconds = lag === null ? null : lag / 1_000;
    this.#become(lag !== null && lag <= this.#lagMaximum ? "good" : "late");
    return lag === 0;
  }

  #become(state: "good" | "away" | "late", error?: unknown): void {
    if (state === this.#state) return;
    const was = this.#state;
    this.#state = state;
    if (state === "away") {
      this.lagSeconds = null;
      logWarning("数据库副本（DATABASE_REPLICA_URL）连不上，访客的页面改由主库回答：", error);
    } else if (state === "late" && was !== "unknown")
      logWarning("数据库副本落后太多，访客的页面改由主库回答。");
    else if (state === "good" && was !== "unknown") logInfo("数据库副本跟上了，访客的页面又由它回答。");
  }
}
