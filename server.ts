import { logInfo, writeLogAs } from "contract/base/log";
import type { PagesChange } from "contract/base/pages";
import { type BackendThreads, startBackend } from "./server/backend/threads";
import { demoAccounts } from "./server/demo-accounts";
import { type Environment, logFormatOf, readEnvironment } from "./server/environment";
import { createFrontDoor } from "./server/front-door";
import { endSafelyOnUncaught } from "./server/last-words";
import { listen, stopOnSignal } from "./server/listen";
import { findMissingCalls } from "./server/missing-calls";
import { KeptViews } from "./server/page-cache/kept-views";
import { PageCache } from "./server/page-cache/page-cache";
import { joinPagesChannel } from "./server/pages-channel";
import { clientFolder, demoPack } from "./server/paths";
import { createReadiness } from "./server/readiness";
import { createStaticFiles } from "./server/responses/static-files";
import { warnOfSenders } from "./server/senders";
import { firstAdministratorLines } from "./server/sign-in/first-administrator";
import { checkIssuers, checkSignInAddresses } from "./server/sign-in/sign-in-addresses";
import { failToStart } from "./server/start-error";
import { serveMetrics } from "./server/watch/metrics-server";
import { traceRequests } from "./server/watch/requests";
import { startTracing } from "./server/watch/tracing";

/**
 * The front door on one port; behind it, on threads of their own, the built portal and (unless GATEWAY_URL
 * names an upstream) the embedded gateway.
 */
async function start(environment: Environment, sourceMaps: boolean): Promise<void> {
  await checkSignInAddresses(environment.portal);
  if (environment.portal.gatewayUrls.length === 0) await checkIssuers(environment.company);
  // Jobs may end before there is a door.
  const jobs = { changed: (_: PagesChange) => {} };
  const backend = await startBackend(environment, sourceMaps, (change) => jobs.changed(change));
  try {
    await serve(environment, backend, (onChange) => {
      jobs.changed = onChange;
    });
  } catch (error) {
    await backend.close();
    throw error;
  }
}

async function serve(
  environment: Environment,
  backend: BackendThreads,
  tell: (onChange: (change: PagesChange) => void) => void,
): Promise<void> {
  const { redisUrl, portal: settings, rateLimitScale: scale, overloadMilliseconds } = environment;
  const cache = new PageCache();
  const views = new KeptViews((counted) => backend.countViews(counted));
  const take = (change: PagesChange) => {
    cache.take(change);
    if (change.hides) backend.forget();
  };
  const channel = redisUrl ? joinPagesChannel(redisUrl, take) : undefined;
  const onChange = (change: PagesChange) => {
    take(change);
    channel?.announce(change);
  };
  tell(onChange);
  const files = createStaticFiles(clientFolder);
  const missingCalls = findMissingCalls(settings.gatewayUrls);
  // The start does not wait for another server.
  void missingCalls.look();
  const answerReadiness = createReadiness({
    missingCalls,
    backend,
    gatewayUrls: settings.gatewayUrls,
    sendTraceId: !settings.hostTraceIds,
    channel,
  });
  const door = createFrontDoor({
    settings,
    backend,
    files,
    cache,
    views,
    onChange,
    answerReadiness,
    scale,
    overloadMilliseconds,
  });
  const endMetrics = await serveMetrics(environment, "front-door", backend.metrics);
  const tracing = await startTracing(environment, "portal");
  traceRequests(tracing);
  const server = await listen(door, environment);
  stopOnSignal(async (signal) => {
    await server.stop(signal);
    endMetrics();
    channel?.close();
    views.flush();
    await Promise.all([backend.close(), tracing?.close()]);
    logInfo("已停止。");
  });
  await announce(environment, backend, server.url);
}

/** The next steps for the person at the terminal. */
async function announce(
  environment: Environment,
  { engine, firstLink }: BackendThreads,
  url: string,
): Promise<void> {
  const { portal: settings, dataDir, demo } = environment;
  const lines = [`${settings.siteName}已启动：${url}`];
  if (!engine)
    lines.push(`上游网关：${settings.gatewayUrls.map((gateway) => new URL(gateway).origin).join("、")}`);
  else lines.push(engine === "pglite" ? `数据文件夹：${dataDir}` : "数据库：PostgreSQL（DATABASE_URL）");
  if (engine && demo)
    lines.push(
      "演示模式，可用下面的账号登录：",
      ...(await demoAccounts(demoPack)).map((account) => `  ${account}`),
    );
  else if (engine)
    lines.push("演示模式未开启；内容用 npm run content:load -- 文件夹 装载，要看演示内容请设 DEMO=1。");
  if (firstLink) lines.push(...firstAdministratorLines(firstLink, settings.siteUrl ?? url));
  for (const line of lines) logInfo(line);
  if (engine) warnOfSenders(environment);
}

writeLogAs(logFormatOf(process.env));
endSafelyOnUncaught();
start(readEnvironment(), Boolean(process.sourceMapsEnabled)).catch(failToStart);
