import { z } from "zod";
import { type AnalyticsSettings, analyticsSettings, analyticsVariables } from "./analytics-settings";
import { readSecretFiles } from "./secret-files.server";

/**
 * The portal's settings from environment variables. Two programs use them: `server.ts`, and the portal itself under
 * plain `remix-serve`, which has no load context. Every message says what is expected; `checkVariables` adds the
 * variable's name and value.
 */

export type Variables = Record<string, string | undefined>;

/** Contains all wrong variables, each as one Chinese sentence. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`配置有误：\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "SettingsError";
  }
}

/** Variables whose values never appear in a message or a log, and which `NAME_FILE` may read from a file. */
export const secretVariables: ReadonlySet<string> = new Set([
  "SESSION_SECRET",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_REPLICA_URL",
  "REDIS_URL",
  "DISCUZ_URL",
  "SMTP_URL",
  "SMS_HOOK_URL",
  "SMS_HOOK_TOKEN",
  "GATEWAY_URL",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "OIDC_CLIENT_SECRET_CN",
  "OIDC_CLIENT_SECRET_COM",
]);

/** A sentence about a wrong value: the variable's name, the value (unless it is a secret) and what is expected. */
export function describeProblem(name: string, value: string | undefined, expected: string): string {
  if (value === undefined) return `缺少 ${name}：${expected}`;
  return secretVariables.has(name)
    ? `${name} 的值不对（内容不显示）：${expected}`
    : `${name} 的值 ${JSON.stringify(value)} 不对：${expected}`;
}

/**
 * Checks variables by a schema whose messages say what is expected. An empty value counts as unset. Throws
 * SettingsError.
 * @param known problems found earlier; they are thrown together
 */
export function checkVariables<Schema extends z.ZodType>(
  schema: Schema,
  variables: Variables,
  known: readonly string[] = [],
): z.output<Schema> {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success && known.length === 0) return parsed.data;
  const problems = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0] ?? "");
    return describeProblem(name, present[name], issue.message);
  });
  // Two rules of a variable can have the same message.
  throw new SettingsError([...new Set([...known, ...problems])]);
}

/** Parses a URL with one of the given protocols; null otherwise. */
export function urlOf(value: string, protocols: string[]): URL | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  return protocols.includes(url.protocol) && url.hostname !== "" ? url : null;
}

const webProtocols = ["http:", "https:"];
/** An http or https address; `expected` says what it is used for. */
export const webAddress = (expected: string) =>
  z.string(expected).refine((value) => urlOf(value, webProtocols) !== null, expected);

/** "0" or "1". */
export const switchOf = (expected: string) =>
  z.enum(["0", "1"], expected).transform((value) => value === "1");

/** A site's origin without path and query. The output has no slash at the end. */
const origin = (expected: string) =>
  z
    .string(expected)
    .refine(
      (value) => {
        const url = urlOf(value, webProtocols);
        return url !== null && url.pathname === "/" && !url.search && !url.hash && !url.username;
      },
      { error: expected, abort: true },
    )
    .transform((value) => new URL(value).origin);

const siteExpected =
  "应为网站对外的根地址，如 https://forum.example.com，不带路径；有几个域名时用逗号或空白隔开，第一个用在链接里";

const namesOf = (value: string) =>
  value
    .split(/[,，|]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** An id that the complaint page has for this product. */
const complaintId = (expected: string) =>
  z.string().regex(/^[\w.-]{1,64}$/, `${expected}：1 到 64 个字母、数字、下划线、点或连字符`);

const secretMinimum = 32;
const secretExpected = `应为至少 ${secretMinimum} 个字符的随机字符串，可用 openssl rand -base64 32 生成；要更换时写几个，用逗号或空白隔开：第一个用来签名，其余的仍然认`;

/** The portal's variables, each with its rule and default. */
export const portalVariables = z.object({
  SITE_NAME: z.string().trim().max(40, "应为不超过 40 个字的社区名称").default("青芯开发者社区"),
  SITE_URL: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((one) => one !== ""))
    .pipe(z.array(origin(siteExpected)).min(1, siteExpected))
    .optional(),
  GATEWAY_URL: z
    .string()
    .transform((value) => value.split(",").map((url) => url.trim().replace(/\/+$/, "")))
    .pipe(z.array(webAddress("应为上游网关的 http(s) 地址，如 http://gateway.internal:3001，几个用逗号隔开")))
    .optional(),
  SESSION_SECRET: z
    .string()
    .transform((value) => value.split(/[\s,]+/).filter((secret) => secret !== ""))
    .pipe(z.array(z.string().min(secretMinimum, secretExpected)).min(1, secretExpected))
    .optional(),
  SIGNIN_URL_CN: webAddress("应为 .cn 站点的登录门户的 http(s) 地址").optional(),
  SIGNIN_URL_COM: webAddress("应为 .com 站点的登录门户的 http(s) 地址").optional(),
  DEMO: switchOf("应为 1（开启演示模式）或 0（关闭）").optional(),
  COPYRIGHT: z.string().trim().max(200, "应为不超过 200 个字的版权声明").optional(),
  FILING_NUMBERS: z
    .string()
    .max(300, "应为用逗号分隔的备案号，总长不超过 300 个字")
    .default("")
    .transform(namesOf),
  LOGO_URL: webAddress("应为点击标志后前往的 http(s) 地址").optional(),
  COMPLAINT_FRAME_URL: webAddress("应为投诉举报页面的 http(s) 地址").optional(),
  COMPLAINT_APP_ID: complaintId("应为投诉举报页面分配的应用标识").default("developer-portal"),
  COMPLAINT_SCENE_ID: complaintId("应为投诉举报页面分配的场景标识").default("community-content"),
  HOST_TRACE_IDS: switchOf("应为 1（所在的平台自己生成跟踪号，门户不再发送）或 0").default(false),
  TRUST_PROXY: switchOf("应为 1（前面有可信的反向代理）或 0").default(false),
  EXTERNAL_PICTURES: z
    .enum(
      ["https", "none", "all"],
      "应为 https（帖子里别的网站的图片只经 https 显示）、none（都不显示）或 all（http 的也显示）",
    )
    .default("https"),
  FILES_URL: webAddress("应为浏览器直接取文件的 http(s) 地址：存储桶对外的地址，或从本站取文件的 CDN 的地址")
    .refine((value) => !/[?#]/.test(value), "不能带查询或片段")
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  ...analyticsVariables,
});

export interface PortalSettings {
  siteName: string;
  /** From which addresses posts may show images of other sites. */
  externalPictures: "https" | "none" | "all";
  /** The site's public origin, the first one of `siteUrls`; without it links are relative. */
  siteUrl: string | undefined;
  /** The origins of all domains of the site. */
  siteUrls: string[];
  /** Upstream gateways of one site, without a slash at the end; empty with the embedded one. */
  gatewayUrls: string[];
  /** The first secret signs cookies and forms, all verify. */
  sessionSecrets: readonly string[];
  signInUrlCn: string | undefined;
  signInUrlCom: string | undefined;
  demo: boolean;
  copyright: string;
  filingNumbers: string[];
  /** The company's site, for the logo's link; undefined: the home page. */
  logoUrl: string | undefined;
  complaintFrameUrl: string | undefined;
  complaintAppId: string;
  complaintSceneId: string;
  /** The host flag of spec 7.1: a proxy between portal and gateway creates the trace ids. */
  hostTraceIds: boolean;
  trustProxy: boolean;
  /** The origin from which browsers fetch videos and open downloads; undefined when it is this site. */
  filesUrl: string | undefined;
  /** Null when nothing is collected. */
  analytics: AnalyticsSettings | null;
}

/** Makes settings of checked variables; the two that depend on how the portal runs are passed in. */
export function portalSettings(
  variables: z.output<typeof portalVariables>,
  decided: { sessionSecrets: readonly string[]; demo: boolean },
): PortalSettings {
  return {
    siteName: variables.SITE_NAME,
    siteUrl: variables.SITE_URL?.[0],
    siteUrls: variables.SITE_URL ?? [],
    gatewayUrls: variables.GATEWAY_URL ?? [],
    signInUrlCn: variables.SIGNIN_URL_CN,
    signInUrlCom: variables.SIGNIN_URL_COM,
    copyright: variables.COPYRIGHT ?? `© ${variables.SITE_NAME} 版权所有`,
    filingNumbers: variables.FILING_NUMBERS,
    logoUrl: variables.LOGO_URL,
    complaintFrameUrl: variables.COMPLAINT_FRAME_URL,
    complaintAppId: variables.COMPLAINT_APP_ID,
    complaintSceneId: variables.COMPLAINT_SCENE_ID,
    hostTraceIds: variables.HOST_TRACE_IDS,
    trustProxy: variables.TRUST_PROXY,
    filesUrl: variables.FILES_URL,
    externalPictures: variables.EXTERNAL_PICTURES,
    analytics: analyticsSettings(variables),
    ...decided,
  };
}

/**
 * The settings of a portal that runs alone, as under `remix-serve`: it needs an upstream gateway and a session
 * secret. Throws SettingsError.
 */
export function parsePortalSettings(env: Variables): PortalSettings {
  const read = readSecretFiles(env, secretVariables);
  const variables = checkVariables(
    portalVariables.extend({
      GATEWAY_URL: portalVariables.shape.GATEWAY_URL.nonoptional(
        "单独运行门户时必须给出上游网关的 http(s) 地址",
      ),
      SESSION_SECRET: portalVariables.shape.SESSION_SECRET.nonoptional(
        "单独运行门户时必须给出至少 32 个字符的随机字符串",
      ),
    }),
    read.variables,
    read.problems,
  );
  return portalSettings(variables, {
    sessionSecrets: variables.SESSION_SECRET,
    demo: variables.DEMO ?? false,
  });
}
