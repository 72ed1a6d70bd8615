import { logInfo, writeLogAs } from "contract/base/log";
import { tracedWithin } from "contract/base/trace";
import { ensureDemo, keepLoadedPack } from "gateway/content/load/ensure-demo";
import { sayHowFar } from "gateway/content/load/how-far";
import { renewFirstLink } from "gateway/moderation/administrators/first-link";
import { OwnWork, refuseOverload } from "./admission/gateway-overload";
import { type EmbeddedGateway, openEmbeddedGateway } from "./embedded-gateway";
import { type Environment, logFormatOf, readEnvironment } from "./environment";
import { endSafelyOnUncaught } from "./last-words";
import { listen, stopOnSignal } from "./listen";
import { joinPagesChannel } from "./pages-channel";
import { demoPack } from "./paths";
import { warnOfSenders } from "./senders";
import { firstAdministratorLines } from "./sign-in/first-administrator";
import { checkIssuers } from "./sign-in/sign-in-addresses";
import { failToStart } from "./start-error";
import { serveMetrics } from "./watch/metrics-server";
import { type RequestNotes, traceRequests, watchRequest } from "./watch/requests";
import { startTracing } from "./watch/tracing";
import { webListener } from "./web-listener";

/**
 * The gateway alone, for portals that reach it with GATEWAY_URL. With TRUST_PROXY=1 it trusts the visitor's address
 * that they send.
 */
async function start(environment: Environment): Promise<void> {
  await checkIssuers(environment.company);
  const { redisUrl } = environment;
  // Writes of other processes clear the caches here; changes by this process's jobs are announced to the portals' page
  // caches.
  const channel = redisUrl ? joinPagesChannel(redisUrl, ({ hides }) => hides && opened?.forget()) : undefined;
  let opened: EmbeddedGateway | undefined;
  const gateway = await openEmbeddedGateway(environment, {
    trustForwardedAddress: environment.trustProxy,
    withDemo: true,
    pagesChanged: (change) => channel?.announce(change),
  }).catch((error: unknown) => {
    channel?.close();
    throw error;
  });
  opened = gateway;
  try {
    if (environment.demo) await ensureDemo(gateway.forWork, demoPack, sayHowFar());
    else if (environment.contentPack) await keepLoadedPack(gateway.forWork, environment.contentPack);
    const firstLink = await renewFirstLink(gateway.forWork);
    const notesByRequest = new WeakMap<object, RequestNotes>();
    const ownWork = new OwnWork();
    const listener = webListener((request, { incoming }) =>
      ownWork.counted(() => {
        const notes = notesByRequest.get(incoming);
        return tracedWithin(notes?.traceparent, () =>
          gateway.fetch(request, incoming.socket.remoteAddress ?? "unknown", (account) => {
            if (notes) notes.account = account;
          }),
        );
      }),
    );
    const refused = refuseOverload(ownWork, environment.overloadMilliseconds);
    const endMetrics = await serveMetrics(environment, "gateway");
    const tracing = await startTracing(environment, "gateway");
    traceRequests(tracing);
    const server = await listen((request, response) => {
      notesByRequest.set(request, watchRequest(request, response, environment.trustProxy));
      if (!refused(request, response)) void listener(request, response);
    }, environment);
    stopOnSignal(async (signal) => {
      await server.stop(signal);
      endMetrics();
      await Promise.all([gateway.close(), tracing?.close()]);
      channel?.close();
      logInfo("已停止。");
    });
    const lines = [
      `网关已启动：${server.url}`,
      environment.databaseUrl ? "数据库：PostgreSQL" : `数据文件夹：${environment.dataDir}`,
    ];
    if (firstLink) lines.push(...firstAdministratorLines(firstLink, environment.portal.siteUrl));
    for (const line of lines) logInfo(line);
    warnOfSenders(environment);
  } catch (error) {
    await gateway.close();
    channel?.close();
    throw error;
  }
}

writeLogAs(logFormatOf(process.env));
endSafelyOnUncaught();
start(readEnvironment("gateway")).catch(failToStart);
