import { contract } from "contract";
import { callsPath, gatewayPrefix, readyPath } from "contract/base/wire";
import type { Hono } from "hono";
import { isConnectionLost } from "./database/failures";
import type { Database } from "./database/open";
import { schedules } from "./database/schema";
import type { Services } from "./server/context";

/** The time limit of the answer, which is shorter than the timeouts of load balancers. */
const answerMilliseconds = 2_000;

/**
 * Whether the database answers in time. Concurrent requests share one query, so that queries do not pile up when the
 * database hangs.
 */
function askDatabase(database: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  const ask = async () => {
    try {
      await database.execute("select 1");
      return true;
    } catch {
      return false;
    }
  };
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, answerMilliseconds, false);
    });
    return Promise.race([asking, late]).finally(() => clearTimeout(timer));
  };
}

/** A row of `schedules` without a job, and the shortest interval of its writes. */
const probe = { name: "readiness", everyMilliseconds: 10_000 };

/**
 * Whether the database can write: with a full disk it still answers reads. The result is cached for some seconds.
 */
function tryWriting({ database, now }: Pick<Services, "database" | "now">): () => Promise<boolean> {
  let last: { at: number; ok: Promise<boolean> } | undefined;
  const write = async () => {
    try {
      await database
        .insert(schedules)
        .values({ name: probe.name, nextAt: now() })
        .onConflictDoUpdate({ target: schedules.name, set: { nextAt: now() } });
      return true;
    } catch (error) {
      // The other check reports a lost connection.
      return isConnectionLost(error);
    }
  };
  return () => {
    const at = performance.now();
    if (!last || at - last.at > probe.everyMilliseconds) last = { at, ok: write() };
    const late = new Promise<boolean>((resolve) => {
      setTimeout(resolve, answerMilliseconds, true).unref();
    });
    return Promise.race([last.ok, late]);
  };
}

/** Whether the stores of files answer: without them pages lack their files, and are there all the same. */
function askStores({ files }: Pick<Services, "files">): () => Promise<"ok" | "unavailable" | "unused"> {
  let last: { at: number; ok: Promise<boolean> } | undefined;
  const ask = () =>
    Promise.all(files.all.map((store) => store.check())).then(
      () => true,
      () => false,
    );
  return async () => {
    if (files.all.length === 0) return "unused";
    const at = performance.now();
    if (!last || at - last.at > probe.everyMilliseconds) last = { at, ok: ask() };
    const late = new Promise<boolean>((resolve) => {
      setTimeout(resolve, answerMilliseconds, false).unref();
    });
    return (await Promise.race([last.ok, late])) ? "ok" : "unavailable";
  };
}

/**
 * Serves GET /gateway/healthz: 200 while the database answers, 503 within two seconds when it does not; and
 * GET /gateway/readyz, the same with each dependency by name, whether there is room to write, and whether the stores of files answer. Without Redis each process counts for itself
 * and works. GET /gateway/calls names the calls that this gateway has.
 */
export function serveHealth(
  app: Hono,
  services: Pick<Services, "database" | "limits" | "now" | "hasRoom" | "files">,
): void {
  const { database, limits } = services;
  const answers = askDatabase(database);
  const writes = tryWriting(services);
  const stores = askStores(services);
  app.get(callsPath, (context) => context.json({ calls: Object.keys(contract) }));
  app.get(`${gatewayPrefix}/healthz`, async (context) => {
    const ok = await answers();
    return context.json({ ok }, ok ? 200 : 503, { "cache-control": "no-store" });
  });
  app.get(readyPath, async (context) => {
    const [there, redis, room, files] = await Promise.all([
      answers(),
      limits.shared(),
      services.hasRoom(),
      stores(),
    ]);
    const writable = room && there && (await writes());
    const body = {
      ready: there && writable,
      database: there ? "ok" : "unavailable",
      disk: !there || writable ? "ok" : "full",
      redis,
      files,
    };
    return context.json(body, body.ready ? 200 : 503, { "cache-control": "no-store" });
  });
}
