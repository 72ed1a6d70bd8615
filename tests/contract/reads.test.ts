import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { startGateway } from "../support/gateway";
import { requests, type Scene, setScene } from "../support/scene";

const gateway = startGateway({ contentPack: "content/demo" });
const reading = (Object.entries(contract) as [CallName, Call][]).flatMap(([name, row]) =>
  row.effect === "reads" ? [name] : [],
);
let scene: Scene;

/** PGlite has one session, so that this holds for every query that follows; PostgreSQL's pool has many. */
const onlyOne = process.env.TEST_ENGINE !== "postgres";

beforeAll(async () => {
  scene = await setScene(gateway(), "admin");
  await gateway().database.execute(sql`set default_transaction_read_only = on`);
});

it.runIf(onlyOne).each(reading)("%s writes nothing", async (name) => {
  const { status, body } = await gateway().call(name, requests[name](scene), scene.actor);
  expect({ status, body }).toMatchObject({ status: 200 });
});
