import { AsyncLocalStorage } from "node:async_hooks";
import { logInfo, logWarning } from "contract/base/log";
import type pg from "pg";
import { isConnectionLost, isDatabaseAway, sqlState } from "./failures";

/** Asks one statement. */
export type AskSql = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/** What of the work under way may be answered by a replica; what it starts and leaves behind (a timer) may not. */
const reading = new AsyncLocalStorage<{ may: boolean }>();

/** Does work whose statements that only read may be answered by a replica, some seconds behind. */
export async function fromReplica<Result>(work: () => Promise<Result>): Promise<Result> {
  const now = { may: true };
  try {
    // A statement is begun by whoever awaits it.
    return await reading.run(now, async () => await work());
  } finally {
    now.may = false;
  }
}

/** Values stand beside a statement, so its words are the program's own. */
const reads = /^\s*(?:select|with)\b/i;
const writes =
  /\b(?:insert\s+into|update|delete\s+from|for\s+(?:no\s+key\s+)?(?:update|share)|for\s+key\s+share|nextval|setval|pg_(?:try_)?advisory\w*)\b/i;
export const onlyReads = (text: string): boolean => reads.test(text) && !writes.test(text);

/** How often a replica that is used is looked at, and one that is away, in milliseconds. */
const looks = { good: 250, bad: 5_000 };
/** How often, and how many milliseconds apart, it is asked whether it has what the primary has. */
const patience = { tries: 3, pause: 20 };

/** A place in the log of writes, such as `16/B374D848`. */
function placeOf(lsn: unknown): bigint | null {
  const [, high, low] = /^([0-9A-F]+)\/([0-9A-F]+)$/i.exec(String(lsn)) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null;
}

/** What a replica could not answer, and the primary can: it was too slow for, or is too far behind. */
const worthAsking = (error: unknown) =>
  isDatabaseAway(error) || /^(?:40001|40P01|42P01|42703|42883|25006)$/.test(sqlState(error) ?? "");

export interface ReplicaSettings {
  /** How far it may be behind, in milliseconds. */
  lagMaximum: number;
  now?: () => number;
}

/**
 * A replica that answers what visitors read. It is looked at while it is used: the place in the primary's log is noted with
 * the time, and the replica has all that was written before the latest of them that it has reached. Away, too far behind,
 * or without what was just taken out of sight, it is passed over: the primary answers.
 */
export class Replica {
  /** How far behind it is, in seconds; null while nobody knows. */
  lagSeconds: number | null = null;
  /** Statements that it answered, and that the primary answered in its place. */
  readonly counted = { replica: 0, primary: 0 };
  #state: "unknown" | "good" | "away" | "late" = "unknown";
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #places: { at: number; place: bigint }[] = [];
  /** It has all that was written until then. */
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

  /** Something was taken out of sight: nobody may get it from a replica that still has it. */
  needNow(): void {
    this.#neededUntil = this.#now();
  }

  /** The answer of the replica where the work under way may have it from there, and of the primary otherwise. */
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

  /** What was seen of it a while ago says nothing of now. */
  #isGood(): boolean {
    const isKnown = this.#now() - this.#lookedAt <= Math.max(this.#lagMaximum, 1_000);
    return this.#state === "good" && isKnown && this.#hasUntil > this.#neededUntil;
  }

  /** Looks at it now; whoever waits knows how it is. */
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
      // While the primary is away nothing is written, and what the replica has is all there is.
      this.#isAlone = true;
    }
    try {
      // What the primary has written a moment ago is on its way.
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
   * Whether it has all that was there when it began to be looked at. @param reached `itself`: it takes writes, as what stands
   * behind a proxy does when there is no standby.
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
