import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgBigSerial53, PgTable } from "drizzle-orm/pg-core";
import * as schema from "gateway/database/schema";
import { beforeAll, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway } from "../support/gateway";
import { type Scene, setScene } from "../support/scene";

const gateway = startGateway();
const beyond = 2 ** 31;
/** Calls about things with ids of 32 bits, which the scene does not have: it names a text in their place. */
const ofOthers: CallName[] = [
  "handleAppeal",
  "assignReport",
  "handleReport",
  "handleMessageReport",
  "unbanAddress",
  "reviewProfile",
];
const calls = (Object.entries(contract) as [CallName, Call][]).filter(([name]) => !ofOthers.includes(name));

let scene: Scene;
let actor: Member;
/** A forum as after a decade of a million members: each id of 64 bits is beyond 32 bits. */
beforeAll(async () => {
  const { database } = gateway();
  const tables = Object.values(schema as Record<string, unknown>).filter((table): table is PgTable =>
    is(table, PgTable),
  );
  for (const table of tables) {
    const { name, columns } = getTableConfig(table);
    if (columns.some((column) => is(column, PgBigSerial53)))
      await database.execute(sql`select setval(${`${name}_id_seq`}::regclass, ${2 * beyond})`);
  }
  await database.insert(schema.moderationLog).values({
    id: 2 * beyond,
    action: "hide",
    targetKind: "topic",
    at: new Date(),
    before: {},
    after: {},
    reasonDigest: "",
    previousHash: "",
    hash: "",
  });
  scene = await setScene(gateway(), "admin");
  if (!scene.actor) throw new Error("an administrator is signed in");
  actor = scene.actor;
});

it("every call works with ids beyond 32 bits", async () => {
  const { own, others, message, log } = scene;
  for (const id of [own.tid, own.pid, own.answer, own.draft, others.tid, others.reply, message, log])
    expect(id).toBeGreaterThan(beyond);
  const isLong = (value: unknown) => [value].flat().some((one) => Number(one) > beyond);
  const wrong: string[] = [];
  let taken = 0;
  for (const [name, { effect }] of calls) {
    const request = requests[name](scene);
    const takes = Object.values(request).some(isLong);
    if (!takes && effect !== "reads") continue;
    if (takes) taken += 1;
    const { status, body } = await gateway().call(name, request, actor);
    const refused = status >= 500 || JSON.stringify(body).includes("INVALID_REQUEST");
    if (refused) wrong.push(`${name} ${JSON.stringify(body)}`);
  }
  expect(wrong).toEqual([]);
  expect(taken).toBeGreaterThan(40);
});
