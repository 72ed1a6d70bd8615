import type pg from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AskSql,
  fromReplica,
  type LendReplica,
  onlyReads,
  Replica,
} from "../../gateway/database/replica";

/** Where statements go, by servers that a test moves. */
const rows = (...all: unknown[]) => ({ rows: all }) as pg.QueryResult;
const lost = () =>
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
const place = (position: number) => `0/${position.toString(16).toUpperCase()}`;

let at: number;
let primary: { place: number; away: boolean };
interface Server {
  place: number;
  away: boolean;
  standby: boolean;
  fails?: string | undefined;
}
let replica: Server;
/** The server that answers next, as a proxy chooses it. */
let chosen: Server;
/** Whether a pooler is between, so that nobody knows which server answers next. */
let isPooled: boolean;
let pair: Replica;
beforeEach(async () => {
  at = 1_000;
  primary = { place: 100, away: false };
  replica = { place: 100, away: false, standby: true };
  const askPrimary: AskSql = async ({ text }) => {
    if (primary.away) throw lost();
    return text.includes("wal_lsn") ? rows({ place: place(primary.place) }) : rows({ from: "primary" });
  };
  chosen = replica;
  isPooled = false;
  const lend: LendReplica = async (work) => {
    const server = chosen;
    if (server.away) throw lost();
    return work({
      server: isPooled ? null : server,
      begin: async () => rows({ standby: server.standby, place: place(server.place) }),
      async ask() {
        if (server.fails) throw Object.assign(new Error("refused"), { code: server.fails });
        return rows({ from: server === replica ? "replica" : "another" });
      },
    });
  };
  pair = new Replica(lend, askPrimary, { lagMaximum: 5_000, now: () => at });
  await pair.look();
});

const ask = async (text = "select 1") => (await pair.ask({ text })).rows[0].from;
const asVisitor = (text?: string) => fromReplica(() => ask(text));
/** Some time later, when it has been looked at again. */
async function later(milliseconds = 1_000) {
  at += milliseconds;
  await pair.look();
}

describe("a replica for readers", () => {
  it("answers what visitors read, and nothing else", async () => {
    expect(await asVisitor()).toBe("replica");
    expect(await ask()).toBe("primary");
    expect(await asVisitor("insert into topics values (1)")).toBe("primary");
    expect(await asVisitor("select * from topics for update")).toBe("primary");
    expect(await asVisitor("with gone as (delete from topics returning 1) select * from gone")).toBe(
      "primary",
    );
  });

  it("answers nothing that begins later than what it was begun by", async () => {
    const left: (() => Promise<string>)[] = [];
    await fromReplica(async () => {
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      left.push(() => ask());
    });
    expect(await left[0]?.()).toBe("primary");
  });

  it("is passed over while it is too far behind, and says so once", async () => {
    primary.place = 200;
    await later();
    primary.place = 300;
    await later(3_000);
    expect([await asVisitor(), pair.lagSeconds]).toEqual(["replica", 4]);
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    await later(3_000);
    await later(3_000);
    expect(await asVisitor()).toBe("primary");
    expect(warned).toHaveBeenCalledTimes(1);
    replica.place = 300;
    await later();
    expect([await asVisitor(), pair.lagSeconds]).toEqual(["replica", 0]);
  });

  it("is passed over while it is away; the primary answers the statement under way", async () => {
    const warned = vi.spyOn(console, "warn").mockReturnValue();
    replica.away = true;
    expect(await asVisitor()).toBe("primary");
    expect(await asVisitor()).toBe("primary");
    await later(10_000);
    expect(warned).toHaveBeenCalledTimes(1);
    replica.away = false;
    await later(10_000);
    expect(await asVisitor()).toBe("replica");
    expect(pair.counted).toEqual({ replica: 1, primary: 2 });
  });

  it("shows nobody what was just taken out of sight", async () => {
    primary.place = 150;
    pair.needNow();
    expect(await asVisitor()).toBe("primary");
    await later();
    expect(await asVisitor()).toBe("primary");
    replica.place = 150;
    await later();
    expect(await asVisitor()).toBe("replica");
  });

  it.each([false, true])("may be one of several, each with a lag of its own (pooler: %s)", async (pooled) => {
    isPooled = pooled;
    const late = { place: 100, away: false, standby: true };
    primary.place = 150;
    replica.place = 150;
    pair.needNow();
    await later();
    // The check has met the one that has the change; the reader meets the other one.
    expect(await asVisitor()).toBe("replica");
    chosen = late;
    expect(await asVisitor()).toBe("primary");
    chosen = replica;
    expect(await asVisitor()).toBe("replica");
    // And the other way round: a check of the late one says nothing about this one.
    chosen = late;
    await later();
    expect(await asVisitor()).toBe("primary");
    chosen = replica;
    expect(await asVisitor()).toBe("replica");
    late.place = 150;
    chosen = late;
    await later();
    expect(await asVisitor()).toBe("another");
  });

  it("is judged anew after the primary answered in its place", async () => {
    const primaryAsReplica = { place: 0, away: false, standby: false };
    chosen = primaryAsReplica;
    primary.place = 900;
    pair.needNow();
    await later();
    expect(await asVisitor()).toBe("another");
    chosen = replica;
    expect(await asVisitor()).toBe("primary");
    replica.place = 900;
    expect(await asVisitor()).toBe("replica");
  });

  it("answers on while the primary is away, and what it cannot answer the primary is asked", async () => {
    primary.away = true;
    await later(60_000);
    expect(await asVisitor()).toBe("replica");
    // But for what may be hidden there: nobody can say whether it has that.
    pair.needNow();
    await later();
    await expect(asVisitor()).rejects.toThrow("ECONNREFUSED");
    primary.away = false;
    await later();
    // A statement that the replay of a write cancelled, and a table that it does not have yet.
    for (const code of ["40001", "42P01", "25006"]) {
      replica.fails = code;
      expect(await asVisitor()).toBe("primary");
    }
    replica.fails = "22P02";
    await expect(asVisitor()).rejects.toThrow("refused");
  });

  it("may be a server that takes writes itself", async () => {
    replica.standby = false;
    primary.place = 900;
    await later();
    expect(await asVisitor()).toBe("replica");
  });

  it("knows statements by their verbs, and not by names", () => {
    expect(onlyReads('select "updated_at", "for_sale" from "deletions"')).toBe(true);
    expect(onlyReads("  with a as (select 1) select * from a")).toBe(true);
    expect(onlyReads("select nextval('ids')")).toBe(false);
    expect(onlyReads("update topics set views = 1")).toBe(false);
    expect(onlyReads("select 1 from a for no key update")).toBe(false);
  });
});
