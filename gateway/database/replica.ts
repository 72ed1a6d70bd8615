import { AsyncLocalStorage } from "node:async_hooks";
import { logInfo, logWarning } from "contract/base/log";
import type pg from "pg";
import { isConnectionLost, isDatabaseAway, sqlState } from "./failures";

/** Runs one statement. */
export type AskSql = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** A connection to one of the servers behind the replica's address. A proxy may choose another server for the next. */
export interface ReplicaConnection {
  /** Asks this first. Behind a pooler it begins a transaction, which keeps the server for the statement after it. */
  begin(text: string): Promise<pg.QueryResult>;
  ask: AskSql;
  /** Stands for the server. Null if a pooler may choose another server for the next transaction. */
  server: object | null;
}
export type LendReplica = <Result>(
  work: (connection: ReplicaConnection) => Promise<Result>,
) => Promise<Result>;

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
/** Milliseconds for which positions of the primary are kept, to tell the lag. */
const keptMilliseconds = 600_000;

const askPosition =
  "select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place";

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

/** What a server was found to have. */
interface Judgement {
  /** When it was judged. */
  at: number;
  /** The server has everything that was written before this time. */
  hasUntil: number;
  lag: number | null;
}

/**
 * A replica for what visitors read. Positions of the primary's write-ahead log are kept with their times, and the
 * position that a server has replayed tells its lag. There may be several standbys behind the address, each with a lag
 * of its own, so the server that answers is judged on the connection on which it answers. The primary answers instead
 * while the replica is away, or if the server lags too much or has not replayed the latest removal of content.
 */
export class Replica {
  /** The lag in seconds of the server that was judged last; null while unknown. */
  lagSeconds: number | null = null;
  /** Statements answered by the replica, and by the primary in its place. */
  readonly counted = { replica: 0, primary: 0 };
  #state: "unknown" | "good" | "away" | "late" = "unknown";
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #places: { at: number; place: bigint }[] = [];
  #isAlone = false;
  #neededUntil = Number.NEGATIVE_INFINITY;
  #goodAt = Number.NEGATIVE_INFINITY;
  readonly #judged = new WeakMap<object, Judgement>();
  readonly #lagMaximum: number;
  readonly #now: () => number;

  constructor(
    private readonly lend: LendReplica,
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
    if (this.#mayBeGood()) {
      try {
        const result = await this.lend(async (connection) =>
          (await this.#isGood(connection)) ? connection.ask(config, values) : null,
        );
        if (result) {
          this.counted.replica += 1;
          return result;
        }
      } catch (error) {
        if (!worthAsking(error)) throw error;
        if (isConnectionLost(error)) this.#become("away", error);
      }
    }
    this.counted.primary += 1;
    return this.askPrimary(config, values);
  }

  /** Whether it is worth asking a server of the replica. An old check says nothing about the present. */
  #mayBeGood(): boolean {
    const isKnown = this.#now() - this.#lookedAt <= Math.max(this.#lagMaximum, 1_000);
    const last = this.#places.at(-1);
    return this.#state !== "away" && isKnown && last !== undefined && last.at > this.#neededUntil;
  }

  /** Whether the server of this connection may answer. What it has once, it has as long as the connection lasts. */
  async #isGood(connection: ReplicaConnection): Promise<boolean> {
    const known = connection.server && this.#judged.get(connection.server);
    if (known && this.#now() - known.at < looks.good) {
      if (this.#allows(known)) return true;
      if (this.#isLate(known)) return false;
    }
    return this.#allows(await this.#judge(connection));
  }

  #isLate = ({ lag }: Judgement): boolean => lag === null || lag > this.#lagMaximum;

  #allows(judgement: Judgement): boolean {
    return !this.#isLate(judgement) && judgement.hasUntil > this.#neededUntil;
  }

  /** Checks the primary's position and one server of the replica now. */
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
      this.#places = this.#places.filter((one) => one.at >= at - keptMilliseconds);
      this.#isAlone = false;
    } catch {
      // While the primary is away nothing is written, so the replica cannot fall behind.
      this.#isAlone = true;
    }
    try {
      // The latest writes may still be on their way.
      for (let tries = 1; tries <= patience.tries; tries += 1) {
        const { lag } = await this.lend((connection) => this.#judge(connection));
        if (lag === 0 || tries === patience.tries) break;
        await new Promise((resolve) => setTimeout(resolve, patience.pause));
      }
    } catch (error) {
      this.#become("away", error);
    }
  }

  /** Finds out what the server of a connection has. A server that takes writes, which a proxy may choose, has all. */
  async #judge({ begin, server }: ReplicaConnection): Promise<Judgement> {
    const at = this.#now();
    const { rows } = await begin(askPosition);
    const isStandby = rows[0]?.standby === true;
    const reached = isStandby ? placeOf(rows[0]?.place) : null;
    const has = (one: { place: bigint } | undefined) =>
      one !== undefined && (!isStandby || (reached !== null && one.place <= reached));
    const newest = this.#places.at(-1);
    const latest = this.#places.findLast(has);
    const hasUntil = isStandby ? (latest?.at ?? Number.NEGATIVE_INFINITY) : at;
    // While the primary is away, a server with its last position has everything, however old that is.
    const until = this.#isAlone ? (newest?.at ?? at) : at;
    const lag = has(newest) ? 0 : latest ? until - latest.at : null;
    const judgement = { at, hasUntil, lag };
    if (server) this.#judged.set(server, judgement);
    this.lagSeconds = lag === null ? null : lag / 1_000;
    if (!this.#isLate(judgement)) {
      this.#goodAt = at;
      this.#become("good");
    } else if (at - this.#goodAt > this.#lagMaximum) this.#become("late");
    return judgement;
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
