import { statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { type LogFormat, logError, logWarning } from "contract/base/log";
import { type ProfileChangeKind, profileChangeKinds } from "contract/profile/fields";
import type { CompanySettings } from "gateway/company/settings";
import { serversOf } from "gateway/database/addresses";
import type { PostgresSettings } from "gateway/database/postgres";
import { z } from "zod";
import {
  checkVariables,
  describeProblem,
  type PortalSettings,
  portalSettings,
  portalVariables,
  SettingsError,
  secretVariables,
  switchOf,
  urlOf,
  type Variables,
  webAddress,
} from "../app/settings/portal-settings";
import { readSecretFiles } from "../app/settings/secret-files.server";
import { keptSessionSecret, readSessionSecret } from "./data/data-folder";
import { type FileSettings, fileProblems, fileSettings, fileVariables } from "./files/file-variables";
import { demoPack } from "./paths";
import { companySettings, companyVariables, problemsOfCompany } from "./sign-in/company-sign-in";
import { misspelt } from "./unknown-variables";

/** All settings from outside, checked once at the start. */
export interface Environment {
  host: string;
  port: number;
  /** Absolute path. Holds the embedded database, the generated session secret and the lock. */
  dataDir: string;
  /** Whether DATA_DIR names that folder; otherwise it is in the folder where the program was started. */
  isDataDirGiven: boolean;
  /** PostgreSQL for the embedded gateway; undefined for PGlite in the data folder. */
  databaseUrl: string | undefined;
  /** How to connect to PostgreSQL, and whether a start may migrate the schema. */
  database: Omit<PostgresSettings, "patience">;
  files: FileSettings;
  /** Whether this process also runs jobs and other background work. */
  jobs: boolean;
  redisUrl: string | undefined;
  /** The database of a Discuz! X board that `import:discuz` brings. */
  discuzUrl: string | undefined;
  demo: boolean;
  /** The folder of the operator's content pack, absolute; null without one. */
  contentPack: string | null;
  sessionsPerAccount: number;
  /** Whether staff must have a second factor. */
  staffSecondFactor: boolean;
  /** Multiplies every rate limit of the gateway. */
  rateLimitScale: number;
  /** The expected waiting time, in milliseconds, above which a request is refused instead of answered late. */
  overloadMilliseconds: number;
  /** The company's sign-in; undefined if none is configured. */
  company: CompanySettings | undefined;
  accessConfig: 0 | 1;
  registerConfig: 0 | 1 | 2;
  profileReview: ProfileChangeKind[];
  smtpUrl: string | undefined;
  mailFrom: string;
  smsHookUrl: string | undefined;
  smsHookToken: string | undefined;
  /** Whether whoever uses this site can read the outbox: a demo, or a start that only this machine reaches. */
  outboxIsRead: boolean;
  trustProxy: boolean;
  /** How many seconds running requests may take after a stop was requested. */
  stopSeconds: number;
  /** How many seconds the port stays open after SIGTERM, while `/readyz` answers 503. */
  drainSeconds: number;
  /** How many threads render pages. */
  workers: number;
  logFormat: LogFormat;
  /** The port that serves metrics; null for none. */
  metricsPort: number | null;
  metricsHost: string;
  /** The collector of spans; undefined for no tracing. */
  otlpEndpoint: string | undefined;
  /** The name of this service in traces; undefined for the default. */
  otlpName: string | undefined;
  portal: PortalSettings;
}

/**
 * The program that reads the variables. A command serves nobody and signs nothing. The doctor only looks, and creates
 * no files.
 */
export type Program = "portal" | "gateway" | "command" | "doctor";

const wholeNumber = (minimum: number, maximum: number, expected: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, expected);
const address = (protocols: string[], expected: string) =>
  z.string().refine((value) => urlOf(value, protocols) !== null, expected);
const postgresAddress = z
  .string()
  .refine(
    (value) => serversOf(value) !== null,
    "应为 postgres://用户:密码@主机:端口/库名 形式的地址；几台主机用逗号隔开，套接字用 postgres:///库名?host=/目录，target_session_attrs 只能是 read-write、primary 或 any",
  );
const host = (value: string) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);

/** Every variable that the process reads, each with its rule and default. */
export const environmentVariables = portalVariables.extend({
  HOST: z.string().refine(host, "应为要监听的 IP 地址或主机名，如 127.0.0.1 或 0.0.0.0").default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535, "应为 0 到 65535 之间的整数（0 表示任选一个空闲端口）").optional(),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((value) => resolve(value)),
  CONTENT_PACK: z
    .string()
    .transform((value) => resolve(value))
    .optional(),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  DATABASE_REPLICA_URL: postgresAddress.optional(),
  DATABASE_REPLICA_LAG: wholeNumber(1, 3_600, "应为 1 到 3600 之间的整数（副本最多落后多少秒还用）").default(
    5,
  ),
  DATABASE_PREPARED: z
    .enum(["auto", "0", "1"], "应为 auto（没有连接池时使用预备语句）、0（不用）或 1（总是用）")
    .default("auto"),
  DATABASE_POOL: wholeNumber(1, 1_000, "应为 1 到 1000 之间的整数（每个线程为访客开的数据库连接数）").default(
    10,
  ),
  DATABASE_WORK_POOL: wholeNumber(
    1,
    100,
    "应为 1 到 100 之间的整数（每个线程为后台任务开的数据库连接数）",
  ).default(3),
  MIGRATE: switchOf("应为 1（启动时升级数据库结构）或 0（只由 npm run migrate 升级）").default(true),
  JOBS: switchOf("应为 1（本进程也做后台任务）或 0（只应答请求，由别的进程做）").default(true),
  ...fileVariables,
  REDIS_URL: address(["redis:", "rediss:"], "应为 redis://主机:端口 形式的地址").optional(),
  DISCUZ_URL: address(["mysql:", "mariadb:"], "应为 mysql://用户:密码@主机/数据库 形式的地址").optional(),
  SESSIONS_PER_ACCOUNT: wholeNumber(
    1,
    100,
    "应为 1 到 100 之间的整数（1 表示同一账号只能在一处登录）",
  ).default(5),
  STAFF_SECOND_FACTOR: z
    .enum(
      ["optional", "required"],
      "应为 optional（管理员和版主可以不设两步验证）或 required（必须先设置才能管理）",
    )
    .default("optional"),
  RATE_LIMIT_SCALE: wholeNumber(1, 1_000, "应为 1 到 1000 之间的整数（各项频率限制的倍数）").default(1),
  OVERLOAD_MILLISECONDS: wholeNumber(
    100,
    60_000,
    "应为 100 到 60000 之间的整数（预计要等多少毫秒以上的请求以 503 拒绝）",
  ).default(500),
  WORKERS: wholeNumber(1, 64, "应为 1 到 64 之间的整数（渲染页面的线程数）").default(1),
  STOP_SECONDS: wholeNumber(1, 3_600, "应为 1 到 3600 之间的整数（停止时最多等进行中的请求多少秒）").default(
    25,
  ),
  DRAIN_SECONDS: wholeNumber(0, 600, "应为 0 到 600 之间的整数（收到 SIGTERM 后端口再开多少秒）").default(0),
  METRICS_PORT: wholeNumber(1, 65_535, "应为 1 到 65535 之间的整数（Prometheus 读取指标的端口）").optional(),
  METRICS_HOST: z
    .string()
    .refine(host, "应为要监听的 IP 地址或主机名，如 127.0.0.1 或 0.0.0.0")
    .default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(
    "应为收集链路追踪的 OTLP/HTTP 地址，如 http://127.0.0.1:4318",
  ).optional(),
  OTEL_SERVICE_NAME: z.string().trim().max(100, "应为不超过 100 个字的服务名").optional(),
  LOG_FORMAT: z.enum(["json", "text"], "应为 json（每行一个 JSON 对象）或 text（给人看）").optional(),
  ACCESS_CONFIG: z.enum(["0", "1"], "应为 0（访客须登录）或 1（访客可浏览）").default("1"),
  REGISTER_CONFIG: z
    .enum(["0", "1", "2"], "应为 0（关闭注册）、1（开放注册）或 2（开放注册，且须完善个人信息）")
    .default("2"),
  PROFILE_REVIEW: z
    .string()
    .default("none")
    .transform((value) => (value === "none" ? [] : value.split(",").map((kind) => kind.trim())))
    .pipe(
      z.array(z.enum(profileChangeKinds, "应为 none，或 nickname、avatar、extended 中的几项，用逗号隔开")),
    ),
  SMTP_URL: address(["smtp:", "smtps:"], "应为 smtp://用户:密码@主机:端口 形式的地址").optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\s@<>]+@[^\s@<>]+$|^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/,
      "应为发件人邮箱，如 社区 <noreply@example.com>",
    )
    .optional(),
  SMS_HOOK_URL: webAddress("应为短信网关的 http(s) 地址").optional(),
  SMS_HOOK_TOKEN: z.string().optional(),
  ...companyVariables,
  DEMO: switchOf(
    "应为 1（开启演示模式）或 0（关闭）；不设时，没有外部数据库、上游网关和站点配置才开启",
  ).optional(),
});

type CheckedVariables = z.output<typeof environmentVariables>;

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Checks rules that concern several variables. */
function problemsTogether(checked: CheckedVariables, program: Program): string[] {
  const problems: string[] = checked.GATEWAY_URL ? [] : problemsOfCompany(checked);
  const shared = checked.GATEWAY_URL ? "GATEWAY_URL" : "DATABASE_URL";
  if (program !== "command" && checked[shared] && !checked.SESSION_SECRET)
    problems.push(
      describeProblem(
        "SESSION_SECRET",
        undefined,
        `使用 ${shared} 时必须给出至少 32 个字符的随机字符串，各进程用同一个：否则一个进程的表单、链接和登录页会被另一个拒绝`,
      ),
    );
  if (checked.CONTENT_PACK && !checked.GATEWAY_URL && !isFolder(checked.CONTENT_PACK))
    problems.push(describeProblem("CONTENT_PACK", checked.CONTENT_PACK, "没有这个文件夹"));
  if (checked.WORKERS > 1 && !checked.DATABASE_URL && !checked.GATEWAY_URL)
    problems.push(
      describeProblem(
        "WORKERS",
        String(checked.WORKERS),
        "内嵌数据库只由一个线程打开；要用多个线程，请用 DATABASE_URL 指定 PostgreSQL",
      ),
    );
  if (!checked.JOBS && !checked.DATABASE_URL && !checked.GATEWAY_URL)
    problems.push(
      describeProblem(
        "JOBS",
        "0",
        "内嵌数据库只由这一个进程打开，后台任务没有别的进程可做；要分开，请用 DATABASE_URL 指定 PostgreSQL",
      ),
    );
  if (checked.DATABASE_DIRECT_URL && !checked.DATABASE_URL)
    problems.push(
      describeProblem("DATABASE_URL", undefined, "设置了 DATABASE_DIRECT_URL 时必须给出连接池的地址"),
    );
  if (checked.DATABASE_REPLICA_URL && !checked.DATABASE_URL)
    problems.push(
      describeProblem("DATABASE_URL", undefined, "设置了 DATABASE_REPLICA_URL 时必须给出主库的地址"),
    );
  if (checked.SMTP_URL && !checked.MAIL_FROM)
    problems.push(describeProblem("MAIL_FROM", undefined, "设置了 SMTP_URL 时必须给出发件人邮箱"));
  if (checked.SMS_HOOK_TOKEN && !checked.SMS_HOOK_URL) {
    problems.push(
      describeProblem("SMS_HOOK_URL", undefined, "设置了 SMS_HOOK_TOKEN 时必须给出短信网关的地址"),
    );
  }
  problems.push(...fileProblems(checked));
  if (checked.ANALYTICS_BETA === "1" && !checked.ANALYTICS_BETA_URL)
    problems.push(
      describeProblem(
        "ANALYTICS_BETA_URL",
        undefined,
        "设置了 ANALYTICS_BETA=1 时必须给出测试统计服务器的地址",
      ),
    );
  return problems;
}

/**
 * JSON for programs that collect logs, text on a terminal. Read before all other variables, so it accepts a wrong
 * value.
 */
export function logFormatOf({ LOG_FORMAT: wanted }: Variables): LogFormat {
  if (wanted === "json" || wanted === "text") return wanted;
  return process.stdout.isTTY ? "text" : "json";
}

const loopback = (name: string) => name === "localhost" || name === "::1" || name.startsWith("127.");

/**
 * Whether nothing is configured and only this machine can reach the port. Then demo mode, with its published passwords, is
 * on unless DEMO decides, and people can read the outbox.
 */
function isPlainStart(checked: CheckedVariables): boolean {
  const configured = [
    checked.DATABASE_URL,
    checked.GATEWAY_URL,
    checked.SITE_URL,
    checked.SIGNIN_URL_CN,
    checked.SIGNIN_URL_COM,
    checked.OIDC_ISSUER_CN,
    checked.OIDC_ISSUER_COM,
  ];
  return configured.every((value) => value === undefined) && loopback(checked.HOST);
}

/**
 * Parses the environment; throws SettingsError with every problem at once. On the embedded database without
 * SESSION_SECRET, the secret is read from the data folder, where the first start creates it.
 * @param program `gateway` never has an upstream and listens on 3001 by default; a command has no upstream either
 */
export function parseEnvironment(env: Variables, program: Program = "portal"): Environment {
  const variablesRead = readSecretFiles(env, secretVariables);
  const hasUpstream = program === "portal" || program === "doctor";
  const own = hasUpstream ? variablesRead.variables : { ...variablesRead.variables, GATEWAY_URL: undefined };
  const checked = checkVariables(environmentVariables, own, variablesRead.problems);
  const problems = problemsTogether(checked, program);
  if (problems.length > 0) throw new SettingsError(problems);
  const isPlain = isPlainStart(checked);
  const demo = checked.DEMO ?? isPlain;
  const sessionSecrets =
    checked.SESSION_SECRET ??
    (program === "command"
      ? []
      : program === "doctor"
        ? keptSessionSecret(checked.DATA_DIR)
        : [readSessionSecret(checked.DATA_DIR)]);
  return {
    host: checked.HOST,
    port: checked.PORT ?? (program === "gateway" ? 3001 : 3000),
    dataDir: checked.DATA_DIR,
    isDataDirGiven: Boolean(own.DATA_DIR?.trim()),
    databaseUrl: checked.DATABASE_URL,
    database: {
      directUrl: checked.DATABASE_DIRECT_URL,
      prepared: checked.DATABASE_PREPARED,
      pool: checked.DATABASE_POOL,
      workPool: checked.DATABASE_WORK_POOL,
      migrate: checked.MIGRATE,
      replicaUrl: checked.DATABASE_REPLICA_URL,
      replicaLag: checked.DATABASE_REPLICA_LAG * 1_000,
    },
    files: fileSettings(checked),
    jobs: checked.JOBS,
    redisUrl: checked.REDIS_URL,
    discuzUrl: checked.DISCUZ_URL,
    demo,
    contentPack: checked.CONTENT_PACK ?? (demo ? demoPack : null),
    sessionsPerAccount: checked.SESSIONS_PER_ACCOUNT,
    staffSecondFactor: checked.STAFF_SECOND_FACTOR === "required",
    rateLimitScale: checked.RATE_LIMIT_SCALE,
    overloadMilliseconds: checked.OVERLOAD_MILLISECONDS,
    company: companySettings(checked),
    accessConfig: checked.ACCESS_CONFIG === "1" ? 1 : 0,
    registerConfig: Number(checked.REGISTER_CONFIG) as Environment["registerConfig"],
    profileReview: checked.PROFILE_REVIEW,
    smtpUrl: checked.SMTP_URL,
    mailFrom: checked.MAIL_FROM ?? "",
    smsHookUrl: checked.SMS_HOOK_URL,
    smsHookToken: checked.SMS_HOOK_TOKEN,
    outboxIsRead: demo || isPlain,
    trustProxy: checked.TRUST_PROXY,
    stopSeconds: checked.STOP_SECONDS,
    drainSeconds: checked.DRAIN_SECONDS,
    workers: checked.WORKERS,
    logFormat: logFormatOf(own),
    metricsPort: checked.METRICS_PORT ?? null,
    metricsHost: checked.METRICS_HOST,
    otlpEndpoint: checked.OTEL_EXPORTER_OTLP_ENDPOINT,
    otlpName: checked.OTEL_SERVICE_NAME,
    portal: portalSettings(checked, { sessionSecrets, demo }),
  };
}

/** Reads the process's environment at the start. If it is wrong, explains it in Chinese and exits with code 1. */
export function readEnvironment(program: Program = "portal"): Environment {
  const { env } = process;
  for (const { name, meant } of misspelt(Object.keys(env), Object.keys(environmentVariables.shape)))
    logWarning(`环境变量 ${name} 没有被读取：想设置的是不是 ${meant}？`);
  try {
    return parseEnvironment(env, program);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    logError(`无法启动，${error.message}`);
    process.exit(1);
  }
}
