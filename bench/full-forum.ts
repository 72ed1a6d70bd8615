import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gatewaySessionCookie } from "contract/base/wire";
import { type OpenDatabase, openPglite, openPostgres } from "gateway/database/open";
import type { Services } from "gateway/server/context";
import { startSession } from "gateway/server/sessions";
import pg from "pg";
import { smallCatalogue } from "./catalogue-data";
import { fillForum, type ScaleSize, scaleReader } from "./scale-data";
import { fillTexts } from "./search-texts";

/** As large as the forum that others' software was measured with. */
const size: ScaleSize = { posts: 20_000, topics: 1_000, longFloors: 1_000, catalogue: smallCatalogue };

/** A forum with texts to search, and members who are signed in. */
export interface FullForum {
  /** What a portal needs in its environment to stand on it. */
  environment: Record<string, string>;
  /** The Cookie headers of its members, the reader of the scale benches first. */
  cookies: string[];
}

/** Fills an empty database, and signs members in. */
async function fill({ database, close }: OpenDatabase, members: number): Promise<string[]> {
  try {
    await fillForum(database, size);
    await fillTexts(database);
    const services = { database, now: () => new Date(), settings: { sessionsPerAccount: 5 } } as Services;
    const cookies: string[] = [];
    for (let id = scaleReader; id < scaleReader + members; id += 1) {
      const from = { address: "127.0.0.1", userAgent: "bench" };
      const { token } = await startSession(services, { id, passwordHash: null }, from);
      // Who is signed in has been here before: the browser has kept the sheets.
      cookies.push(`${gatewaySessionCookie}=${token}; styles_kept=1`);
    }
    return cookies;
  } finally {
    await close();
  }
}

const own = { DEMO: "0", SESSION_SECRET: "only-for-the-measurements-of-this-portal" };

/** On PGlite, in this folder. */
export async function fillPglite(dataDir: string, members: number): Promise<FullForum> {
  await mkdir(dataDir, { recursive: true });
  const cookies = await fill(await openPglite(join(dataDir, "database")), members);
  return { environment: { ...own, DATA_DIR: dataDir }, cookies };
}

/** In a database of its own on a PostgreSQL server, which the caller removes. */
export async function fillPostgres(server: string, name: string, members: number): Promise<FullForum> {
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  await administrator.query(`create database ${name}`);
  await administrator.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const cookies = await fill(await openPostgres(url.href), members);
  return { environment: { ...own, DATABASE_URL: url.href }, cookies };
}
