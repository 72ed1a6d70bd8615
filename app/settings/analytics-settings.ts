import {
  analyticsId,
  clickDebounce,
  serverAddress,
  sessionIdle,
  type sessionModes,
} from "contract/analytics/numbers";
import { z } from "zod";

/** The analytics settings sent to the browsers of visitors who agreed. */
export interface AnalyticsSettings {
  /** The origin of the collection server, maybe with a path; empty for this site. */
  server: string;
  appId: string;
  domainId: string;
  sessionMode: (typeof sessionModes)[number];
  /** Minutes. */
  sessionIdle: number;
  /** Milliseconds. */
  clickDebounce: number;
  /** The script of a monitoring service; empty for none. */
  monitorUrl: string;
}

const within = (
  { minimum, maximum, default: preset }: typeof sessionIdle | typeof clickDebounce,
  of: string,
) => {
  const expected = `应为 ${minimum} 到 ${maximum} 之间的整数（${of}）`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, expected)
    .default(preset);
};

const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const server = (which: string) =>
  z
    .string()
    .refine(
      (value) => serverAddress.test(value) && isWeb(value),
      `应为${which}统计服务器的 http(s) 地址，只含字母、数字和 _ - . / :`,
    )
    .transform((value) => value.replace(/\/+$/, ""))
    .optional();

const analyticsName = (what: string) =>
  z.string().regex(analyticsId, `应为统计用的${what}标识：1 到 64 个字母、数字或 _ - . /`);

/** "0" or "1". */
const either = (expected: string) => z.enum(["0", "1"], expected);

/** The variables of analytics (spec 9), each with its rule and default. */
export const analyticsVariables = {
  ANALYTICS: either("应为 1（收集使用统计）或 0（不收集）").default("1"),
  ANALYTICS_URL: server("正式"),
  ANALYTICS_BETA_URL: server("测试"),
  ANALYTICS_BETA: either("应为 1（统计发往测试服务器）或 0（发往正式服务器）").default("0"),
  ANALYTICS_APP_ID: analyticsName("应用").default("developer-portal"),
  ANALYTICS_DOMAIN_ID: analyticsName("域").default("community"),
  ANALYTICS_SESSION_MODE: either("应为 0（同一浏览器共用会话）或 1（每个标签页各有会话）").default("0"),
  ANALYTICS_SESSION_IDLE: within(sessionIdle, "无操作多少分钟后会话结束"),
  ANALYTICS_CLICK_DEBOUNCE: within(clickDebounce, "同一处的点击在多少毫秒内只算一次"),
  MONITOR_URL: z
    .string()
    .max(500, "应为体验监测脚本的 http(s) 地址")
    .refine(isWeb, "应为体验监测脚本的 http(s) 地址")
    .optional(),
};

type Checked = z.output<z.ZodObject<typeof analyticsVariables>>;

/**
 * Null when nothing is collected. The flag chooses the production or the beta server; without an address it is this
 * site.
 */
export function analyticsSettings(variables: Checked): AnalyticsSettings | null {
  if (variables.ANALYTICS === "0") return null;
  return {
    server: (variables.ANALYTICS_BETA === "1" ? variables.ANALYTICS_BETA_URL : variables.ANALYTICS_URL) ?? "",
    appId: variables.ANALYTICS_APP_ID,
    domainId: variables.ANALYTICS_DOMAIN_ID,
    sessionMode: variables.ANALYTICS_SESSION_MODE === "1" ? 1 : 0,
    sessionIdle: variables.ANALYTICS_SESSION_IDLE,
    clickDebounce: variables.ANALYTICS_CLICK_DEBOUNCE,
    monitorUrl: variables.MONITOR_URL ?? "",
  };
}
