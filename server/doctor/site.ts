import { createSigner } from "gateway/server/signer";
import type { Environment } from "../environment";
import { type Finding, findingsOf, reasonOf } from "./finding";
import { askForReport, doctorHeader, readReport, type SelfReport, selfReportPath } from "./self-report";

const milliseconds = 10_000;
/** An address reserved for documentation, which no visitor has. */
const madeUpAddress = "203.0.113.77";

const site = findingsOf("站点地址");
const headers = findingsOf("转发头");

/** A reading of another clock, with our own time before and after. */
export interface ReadClock {
  /** The name of the clock, in Chinese. */
  whose: string;
  at: number;
  sentAt: number;
  answeredAt: number;
  /** The resolution of the clock in milliseconds. */
  step: number;
}

interface Asked {
  findings: Finding[];
  clocks: ReadClock[];
}

/** Compares how the portal sees the request with SITE_URL. */
function judge(report: SelfReport, siteUrl: string, isListeningToAll: boolean): Finding[] {
  const { protocol, host } = new URL(siteUrl);
  const findings: Finding[] = [];
  const { visit, forwarded, trustProxy, peer } = report;
  const comesByProxy = forwarded.for !== null && forwarded.for !== madeUpAddress;
  if (!visit || visit.host !== host)
    findings.push(
      headers.error(
        `门户看到的主机名是 ${visit?.host ?? "无效的"}，不是 SITE_URL 的 ${host}：表单会被当作别的网站提交的而拒绝`,
        "让代理传来原来的 Host（nginx：proxy_set_header Host $http_host），或把 SITE_URL 改成访客用的地址。",
      ),
    );
  if (visit && `${visit.protocol}:` !== protocol)
    findings.push(
      headers.error(
        `门户看到的协议是 ${visit.protocol}，SITE_URL 是 ${protocol.slice(0, -1)}：登录 Cookie 不带 Secure，表单可能被拒绝`,
        trustProxy
          ? "让代理设置 X-Forwarded-Proto（nginx：proxy_set_header X-Forwarded-Proto $scheme）。"
          : "门户前有终止 TLS 的代理时设 TRUST_PROXY=1，并让代理设置 X-Forwarded-Proto。",
      ),
    );
  if (trustProxy && visit?.address === madeUpAddress)
    findings.push(
      headers.error(
        "访客自己写的 X-Forwarded-For 被当成了他的地址：谁都能绕过按地址计的限制",
        comesByProxy
          ? "让代理覆盖或追加 X-Forwarded-For（nginx：proxy_set_header X-Forwarded-For $remote_addr）。"
          : "请求没有经过代理，或代理原样转发了这个头：没有代理时设 TRUST_PROXY=0，有代理时让它设置 X-Forwarded-For。",
      ),
    );
  if (!trustProxy && comesByProxy)
    findings.push(
      headers.error(
        `请求经过代理（来自 ${peer}），而 TRUST_PROXY=0：所有访客的地址都是代理的，会一起被限制`,
        "设 TRUST_PROXY=1，并确认只有代理连得到门户的端口。",
      ),
    );
  if (trustProxy && isListeningToAll)
    findings.push(
      headers.warn(
        "TRUST_PROXY=1，而 HOST 在所有网卡上监听：绕过代理直接连接的人可以冒充任何地址",
        "让 HOST 是代理所在的内网地址或 127.0.0.1，或用防火墙只放行代理。",
      ),
    );
  if (findings.length === 0) {
    const from = visit?.address ?? "";
    findings.push(
      headers.ok(
        trustProxy ? `代理传来的地址、协议和主机名都对，本机的地址是 ${from}` : "没有代理，也不信任转发头",
      ),
    );
  }
  return findings;
}

/** The finding for a failed fetch. */
function unreachable(siteUrl: string, error: unknown): Finding {
  const reason = reasonOf(error);
  const advice = /ENOTFOUND|EAI_AGAIN/.test(reason)
    ? "检查 SITE_URL 的主机名和 DNS；从本机也要能解析它。"
    : /ECONNREFUSED|ECONNRESET|TIMEDOUT|timeout/i.test(reason)
      ? "检查代理是否启动、防火墙是否放行，以及门户是否在运行。"
      : /CERT|SIGNED|ALTNAME|SSL|EPROTO/i.test(reason)
        ? "检查代理的证书：是否过期、是否含这个主机名、是否带上了中间证书。"
        : "从本机运行 curl -v 看看这个地址。";
  return site.error(`打不开 ${siteUrl}${selfReportPath}：${reason}`, advice);
}

/**
 * Fetches every address of SITE_URL through the proxy and asks the portal how it sees the request: each domain may have
 * a proxy, a certificate and a DNS record of its own.
 */
export async function examineSite(environment: Environment): Promise<Asked> {
  const { portal, demo } = environment;
  if (portal.siteUrls.length === 0) {
    const message = "没有设置 SITE_URL：邮件和分享里的链接用访客当时的地址，代理是否设对也无从检查";
    return {
      findings: [
        demo ? site.ok("演示模式，没有设置 SITE_URL") : site.warn(message, "公开的站点请设置 SITE_URL。"),
      ],
      clocks: [],
    };
  }
  const answers = await Promise.all(portal.siteUrls.map((siteUrl) => examineAddress(siteUrl, environment)));
  return {
    findings: answers.flatMap(({ findings }) => findings),
    clocks: answers.flatMap(({ clocks }) => clocks),
  };
}

/** Examines one address. The request has a made-up X-Forwarded-For, as any visitor may send one. */
async function examineAddress(siteUrl: string, { portal, host }: Environment): Promise<Asked> {
  const { sessionSecrets } = portal;
  const signer = createSigner(sessionSecrets ?? []);
  const question = askForReport(signer);
  const sentAt = Date.now();
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(selfReportPath, siteUrl), {
      headers: { [doctorHeader]: question, "x-forwarded-for": madeUpAddress },
      redirect: "manual",
      signal: AbortSignal.timeout(milliseconds),
    });
    text = await response.text();
  } catch (error) {
    return { findings: [unreachable(siteUrl, error)], clocks: [] };
  }
  const answeredAt = Date.now();
  const date = Date.parse(response.headers.get("date") ?? "");
  const clocks: ReadClock[] = Number.isNaN(date)
    ? []
    : [{ whose: `${new URL(siteUrl).host} 的 Date 头`, at: date, sentAt, answeredAt, step: 1_000 }];
  const address = `${siteUrl}${selfReportPath}`;
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get("location") ?? "";
    return {
      findings: [
        site.error(
          `${address} 重定向到 ${to}`,
          "把 SITE_URL 改成最终的地址（协议和主机名），或去掉代理的这个重定向。",
        ),
      ],
      clocks,
    };
  }
  const report = readReport(signer, question, text);
  if (!report) {
    const isPortal = response.ok && /"ok":true|^ok/i.test(text.trim());
    return {
      findings: [
        site.error(
          `${address} 回答 ${response.status}，但不是使用本机 SESSION_SECRET 的门户`,
          isPortal
            ? "那里是另一个门户，或各进程的 SESSION_SECRET 不同，或门户没有用现在的配置重启。"
            : response.status === 502 || response.status === 503 || response.status === 504
              ? "代理连不到门户，或门户说自己不能服务：看门户的日志和 /readyz。"
              : "检查代理把这个主机名转给了谁。",
        ),
      ],
      clocks,
    };
  }
  clocks.push({ whose: "门户进程", at: report.now, sentAt, answeredAt, step: 1 });
  const listensToAll = host === "0.0.0.0" || host === "::";
  return {
    findings: [site.ok(`${address} 由本站的门户回答`), ...judge(report, siteUrl, listensToAll)],
    clocks,
  };
}
