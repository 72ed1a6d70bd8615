import { gatewayPrefix, readyPath } from "contract/base/wire";
import type { Hono } from "hono";
import type { Database } from "./database/open";
import type { Services } from "./server/context";

/** A load balancer gives up before long, so the answer comes before that, whatever the database does. */
const answerMilliseconds = 2_000;

/**
 * Whether the database answers in time. Those who ask at once share one question: a frozen database must not
 * collect them.
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

/**
 * Serves GET /gateway/healthz: 200 while the database answers, 503 within two seconds when it does not; and
 * GET /gateway/readyz, the same with each dependency by name. Without Redis each process counts for itself
 * and works.
 */
export function serveHealth(app: Hono, { database, limits }: Pick<Services, "database" | "limits">): void {
  const answers = askDatabase(database);
  app.get(`${gatewayPrefix}/healthz`, async (context) => {
    const ok = await answers();
    return context.json({ ok }, ok ? 200 : 503, { "cache-control": "no-store" });
  });
  app.get(readyPath, async (context) => {
    const [ready, redis] = await Promise.all([answers(), limits.shared()]);
    return context.json({ ready, database: ready ? "ok" : "unavailable", redis }, ready ? 200 : 503, {
      "cache-control": "no-store",
    });
  });
}
