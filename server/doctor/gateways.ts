import { readyPath } from "contract/base/wire";
import { type Finding, findingsOf, reasonOf } from "./finding";

const { ok, warn, error } = findingsOf("上游网关");
const milliseconds = 5_000;

async function examineGateway(url: string): Promise<Finding> {
  const origin = new URL(url).origin;
  try {
    const response = await fetch(`${url}${readyPath}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(milliseconds),
    });
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (typeof body.ready !== "boolean")
      return warn(
        `${origin} 有回答（${response.status}），但不说自己能不能服务`,
        "它若是另外实现的网关，看门户的 /readyz；否则检查地址是不是网关的。",
      );
    return body.ready
      ? ok(`${origin} 可以服务`)
      : error(
          `${origin} 说自己不能服务（数据库 ${body.database}，磁盘 ${body.disk}）`,
          "在那台机器上用网关的变量运行 npm run doctor。",
        );
  } catch (reason) {
    return error(`连接不上 ${origin}：${reasonOf(reason)}`, "检查网关是否在运行、地址和端口、防火墙。");
  }
}

/** Checks that the gateways of GATEWAY_URL are ready. */
export const examineGateways = (urls: readonly string[]): Promise<Finding[]> =>
  Promise.all(urls.map(examineGateway));
