import { logInfo } from "contract/base/log";
import { ensureDemo } from "gateway/content/load/ensure-demo";
import { demoAccounts } from "./server/demo-accounts";
import { type EmbeddedGateway, openEmbeddedGateway } from "./server/embedded-gateway";
import { type Environment, readEnvironment } from "./server/environment";
import { createFrontDoor } from "./server/front-door";
import { endSafelyOnUncaught } from "./server/last-words";
import { listen, stopOnSignal } from "./server/listen";
import { PageCache } from "./server/page-cache/page-cache";
import { clientFolder, demoPack, portalBuild } from "./server/paths";
import { loadPortal } from "./server/portal";
import { joinPurgeChannel } from "./server/purge-channel";
import { createReadiness } from "./server/readiness";
import { createStaticFiles } from "./server/responses/static-files";
import { failToStart } from "./server/start-error";

/**
 * The front door: the built portal, and (unless GATEWAY_URL names an upstream) the embedded gateway behind
 * it, in one process on one port.
 */
async function start(environment: Environment): Promise<void> {
  const embedded = environment.portal.gatewayUrl ? undefined : openEmbeddedGateway(environment);
  const [gateway, render] = await Promise.all([embedded, loadPortal(portalBuild)]);
  try {
    if (gateway && environment.demo) await ensureDemo(gateway.forWork, demoPack);
    await serve(environment, gateway, render);
  } catch (error) {
    await gateway?.close();
    throw error;
  }
}

async function serve(
  environment: Environment,
  gateway: EmbeddedGateway | undefined,
  render: Awaited<ReturnType<typeof loadPortal>>,
): Promise<void> {
  const { redisUrl, portal: settings } = environment;
  const cache = new PageCache();
  const channel = redisUrl ? joinPurgeChannel(redisUrl, () => cache.purge()) : undefined;
  const purge = () => {
    cache.purge();
    channel?.announce();
  };
  const files = createStaticFiles(clientFolder);
  const answerReadiness = createReadiness({ gateway, gatewayUrl: settings.gatewayUrl, channel });
  const scale = environment.rateLimitScale;
  const door = createFrontDoor({ settings, gateway, render, files, cache, purge, answerReadiness, scale });
  const server = await listen(door, environment.host, environment.port);
  stopOnSignal(async () => {
    logInfo("正在停止：等待进行中的请求完成……");
    await server.stop();
    channel?.close();
    await gateway?.close();
    logInfo("已停止。");
  });
  await announce(environment, gateway, server.url);
}

/** What a person at the terminal needs to know next. */
async function announce(
  environment: Environment,
  gateway: EmbeddedGateway | undefined,
  url: string,
): Promise<void> {
  const { portal: settings, dataDir, demo } = environment;
  const lines = [`${settings.siteName}已启动：${url}`];
  if (!gateway) lines.push(`上游网关：${new URL(settings.gatewayUrl ?? url).origin}`);
  else
    lines.push(gateway.engine === "pglite" ? `数据文件夹：${dataDir}` : "数据库：PostgreSQL（DATABASE_URL）");
  if (gateway && demo)
    lines.push(
      "演示模式，可用下面的账号登录：",
      ...(await demoAccounts(demoPack)).map((account) => `  ${account}`),
    );
  else if (gateway)
    lines.push("演示模式未开启；内容用 npm run content:load -- 文件夹 装载，要看演示内容请设 DEMO=1。");
  logInfo(lines.join("\n"));
}

endSafelyOnUncaught();
start(readEnvironment()).catch(failToStart);
