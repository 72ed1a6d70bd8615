import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gatewaySessionCookie } from "contract/base/wire";
import { eq } from "drizzle-orm";
import { type OpenDatabase, openPglite, openPostgres } from "gateway/database/open";
import { accounts } from "gateway/database/schema";
import type { Services } from "gateway/server/context";
import { startSession } from "gateway/server/sessions/sessions";
import pg from "pg";
import { smallCatalogue } from "./catalogue-data";
import { smallModeration } from "./moderation-data";
import { fillForum, type ScaleSize, scaleReader } from "./scale-data";
import { fillTexts } from "./search-texts";
import { smallTraining } from "./training-data";

/** The size of the forum in the measurements of other products. */
const size: ScaleSize = {
  posts: 20_000,
  topics: 1_000,
  longFloors: 1_000,
  catalogue: smallCatalogue,
  moderation: smallModeration,
  training: smallTraining,
};

/** A forum with searchable texts and signed-in members. */
export interface FullForum {
  /** The environment variables for a portal that uses this forum. */
  environment: Record<string, string>;
  /** The Cookie headers of its members, the reader of the scale benches first. */
  cookies: string[];
  /** The Cookie header of its administrator. */
  admin: string;
}

type People = Pick<FullForum, "cookies" | "admin">;

/** Fills an empty database, and signs members in. */
async function fill({ database, close }: OpenDatabase, members: number): Promise<People> {
  try {
    await fillForum(database, size);
    await fillTexts(database);
    const services = { database, now: () => new Date(), settings: { sessionsPerAccount: 5 } } as Services;
    const signIn = async (id: number): Promise<string> => {
      const from = { address: "127.0.0.1", userAgent: "bench" };
      const { token } = await startSession(services, { id, passwordHash: null }, from);
      // A signed-in member has visited before, so the browser has cached the style sheets.
      return `${gatewaySessionCookie}=${token}; styles_kept=1`;
    };
    const cookies: string[] = [];
    for (let id = scaleReader; id < scaleReader + members; id += 1) cookies.push(await signIn(id));
    const [admin] = await database
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.admin, true))
      .limit(1);
    return { cookies, admin: await signIn(admin?.id ?? 0) };
  } finally {
    await close();
  }
}

const own = { DEMO: "0", SESSION_SECRET: "only-for-the-measurements-of-this-portal" };

/** Makes the forum on PGlite, in this folder. */
export async function fillPglite(dataDir: string, members: number): Promise<FullForum> {
  await mkdir(dataDir, { recursive: true });
  const people = await fill(await openPglite(join(dataDir, "database")), members);
  return { environment: { ...own, DATA_DIR: dataDir }, ...people };
}

/** Makes the forum in a new database on a PostgreSQL server. The caller removes the database. */
export async function fillPostgres(server: string, name: string, members: number): Promise<FullForum> {
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const people = await fill(await openPostgres(url.href), members);
  return { environment: { ...own, DATABASE_URL: url.href }, ...people };
}
