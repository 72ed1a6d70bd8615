import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { sql } from "drizzle-orm";
import { flushViews } from "gateway/forum/states/count-views";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway } from "../support/gateway";
import { type Scene, setAdminScene } from "../support/scene";

const gateway = startGateway();
const rows = Object.entries(contract) as [CallName, Call][];
const reading = rows.filter(([, row]) => row.effect === "reads");

let scene: Scene;
let actor: Member;
beforeAll(async () => {
  const own = await setAdminScene(gateway());
  [scene, actor] = [own, own.actor];
});

describe("a call that reads", () => {
  /** Records the table of every writing statement. */
  beforeAll(async () => {
    const { database } = gateway();
    await database.execute(sql`create table noted_writes (name text not null)`);
    await database.execute(sql`create function note_write() returns trigger language plpgsql as
      $$ begin insert into noted_writes values (tg_table_name); return null; end $$`);
    const { rows: tables } = (await database.execute(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'noted_writes'`,
    )) as unknown as { rows: { name: string }[] };
    for (const { name } of tables) {
      await database.execute(
        sql`create trigger note_write after insert or update or delete on ${sql.identifier(name)} for each statement execute function note_write()`,
      );
    }
  });
  // The next file of this worker uses the database again.
  afterAll(async () => {
    await gateway().database.execute(sql`drop function note_write() cascade`);
    await gateway().database.execute(sql`drop table noted_writes`);
  });
  beforeEach(async () => {
    // Earlier views are written later; this writes them now, so the tested call does not.
    await flushViews(gateway().database);
    await gateway().database.execute(sql`delete from noted_writes`);
  });
  const written = async () => {
    const answer = (await gateway().database.execute(
      sql`select distinct name from noted_writes`,
    )) as unknown as {
      rows: { name: string }[];
    };
    return answer.rows.map(({ name }) => name);
  };

  it("would be found if it wrote", async () => {
    await gateway().ok("likePost", { pid: scene.others.pid }, actor);
    expect(await written()).toContain("likes");
  });

  it.each(reading)("%s: writes nothing", async (name) => {
    expect(await gateway().call(name, requests[name](scene), actor)).toMatchObject({ status: 200 });
    expect(await written()).toEqual([]);
  });
});
