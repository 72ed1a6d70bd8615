import { gatewayPrefix, readyPath } from "contract/base/wire";
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

/**
 * Serves GET /gateway/healthz: 200 while the database answers, 503 within two seconds when it does not; and
 * GET /gateway/readyz, the same with each dependency by name, and whether there is room to write. Without Redis each process counts for itself
 * and works.
 */
export function serveHealth(
  app: Hono,
  services: Pick<Services, "database" | "limits" | "now" | "hasRoom">,
): void {
  const { database, limits } = services;
  const answers = askDatabase(database);
  const writes = tryWriting(services);
  app.get(`${gatewayPrefix}/healthz`, async (context) => {
    const ok = await answers();
    return context.json({ ok }, ok ? 200 : 503, { "cache-control": "no-store" });
  });
  app.get(readyPath, async (context) => {
    const [there, redis, room] = await Promise.all([answers(), limits.shared(), services.hasRoom()]);
    const writable = room && there && (await writes());
    const body = {
      ready: there && writable,
      database: there ? "ok" : "unavailable",
      disk: !there || writable ? "ok" : "full",
      redis,
    };
    return context.json(body, body.ready ? 200 : 503, { "cache-control": "no-store" });
  });
}
