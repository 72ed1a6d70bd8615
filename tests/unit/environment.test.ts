import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parsePortalSettings, SettingsError } from "../../app/settings/portal-settings";
import { parseEnvironment } from "../../server/environment";
import { createPolicy } from "../../server/responses/security-headers";

const secret = "a-secret-of-at-least-32-characters!";
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "environment-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function problemsOf(parse: () => unknown): string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}
const problems = (env: Record<string, string>) =>
  problemsOf(() => parseEnvironment({ DATA_DIR: dataDir, ...env }));

describe("environment", () => {
  it("has a default for everything", () => {
    const environment = parseEnvironment({ DATA_DIR: dataDir });
    expect(environment).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      dataDir,
      demo: true,
      sessionsPerAccount: 5,
      rateLimitScale: 1,
      overloadMilliseconds: 500,
      accessConfig: 1,
      registerConfig: 2,
      profileReview: [],
      trustProxy: false,
      databaseUrl: undefined,
      portal: {
        siteName: "青芯开发者社区",
        siteUrl: undefined,
        gatewayUrls: [],
        demo: true,
        logoUrl: undefined,
        filingNumbers: [],
      },
    });
    expect(environment.portal.copyright).toContain("青芯开发者社区");
    expect(parseEnvironment({ DATA_DIR: dataDir }, "gateway").port).toBe(3001);
  });

  it("accepts valid values, and treats an empty value as none", () => {
    const environment = parseEnvironment({
      DATA_DIR: dataDir,
      HOST: "0.0.0.0",
      PORT: "8080",
      DATABASE_URL: "postgres://u:p@db:5432,standby:5432/portal",
      DATABASE_DIRECT_URL: "postgres:///portal?host=/run/postgresql",
      DATABASE_PREPARED: "0",
      DATABASE_POOL: "20",
      DATABASE_WORK_POOL: "5",
      MIGRATE: "0",
      JOBS: "0",
      REDIS_URL: "redis://cache:6379",
      SESSION_SECRET: secret,
      SITE_NAME: "测试社区",
      SITE_URL: "https://forum.example.com/, https://forum.example.cn",
      SIGNIN_URL_CN: "https://signin.example.cn/login",
      SIGNIN_URL_COM: "",
      SESSIONS_PER_ACCOUNT: "1",
      STAFF_SECOND_FACTOR: "required",
      RATE_LIMIT_SCALE: "20",
      OVERLOAD_MILLISECONDS: "900",
      ACCESS_CONFIG: "0",
      REGISTER_CONFIG: "0",
      PROFILE_REVIEW: "nickname, avatar",
      WORKERS: "2",
      SMTP_URL: "smtp://u:p@mail:25",
      MAIL_FROM: "社区 <noreply@example.com>",
      SMS_HOOK_URL: "https://sms.example.com/send",
      SMS_HOOK_TOKEN: "token",
      TRUST_PROXY: "1",
      HOST_TRACE_IDS: "1",
      COPYRIGHT: "版权",
      FILING_NUMBERS: "京ICP备1号，京公网安备2号, ",
    });
    expect(environment).toMatchObject({
      host: "0.0.0.0",
      port: 8080,
      database: {
        directUrl: "postgres:///portal?host=/run/postgresql",
        prepared: "0",
        pool: 20,
        workPool: 5,
        migrate: false,
      },
      jobs: false,
      staffSecondFactor: true,
      demo: false,
      sessionsPerAccount: 1,
      rateLimitScale: 20,
      overloadMilliseconds: 900,
      accessConfig: 0,
      registerConfig: 0,
      profileReview: ["nickname", "avatar"],
      trustProxy: true,
      portal: {
        sessionSecrets: [secret],
        siteUrl: "https://forum.example.com",
        siteUrls: ["https://forum.example.com", "https://forum.example.cn"],
        signInUrlCn: "https://signin.example.cn/login",
        signInUrlCom: undefined,
        filingNumbers: ["京ICP备1号", "京公网安备2号"],
        copyright: "版权",
        hostTraceIds: true,
        trustProxy: true,
      },
    });
  });

  it("sends analytics to the configured address, within both limits", () => {
    const analytics = (env: Record<string, string>) =>
      parseEnvironment({ DATA_DIR: dataDir, ...env }).portal.analytics;
    expect(analytics({})).toEqual({
      server: "",
      appId: "developer-portal",
      domainId: "community",
      sessionMode: 0,
      sessionIdle: 30,
      clickDebounce: 200,
      monitorUrl: "",
    });
    const hosts = {
      ANALYTICS_URL: "https://collect.example.com:8443/a_b-c.d/",
      ANALYTICS_BETA_URL: "https://beta.example.com",
    };
    expect(analytics(hosts)?.server).toBe("https://collect.example.com:8443/a_b-c.d");
    expect(analytics({ ...hosts, ANALYTICS_BETA: "1" })?.server).toBe("https://beta.example.com");
    expect(problems({ ANALYTICS_BETA: "1" })).toEqual([expect.stringMatching(/^缺少 ANALYTICS_BETA_URL/)]);
    expect(
      analytics({ ANALYTICS_SESSION_IDLE: "1", ANALYTICS_CLICK_DEBOUNCE: "10", ANALYTICS_SESSION_MODE: "1" }),
    ).toMatchObject({ sessionIdle: 1, clickDebounce: 10, sessionMode: 1 });
    expect(analytics({ ANALYTICS_SESSION_IDLE: "1440", ANALYTICS_CLICK_DEBOUNCE: "1000" })).toMatchObject({
      sessionIdle: 1_440,
      clickDebounce: 1_000,
    });
    expect(analytics({ ANALYTICS_APP_ID: "a_b-c.d/E9" })?.appId).toBe("a_b-c.d/E9");
    expect(analytics({ ANALYTICS: "0" })).toBeNull();
  });

  it("lets pages connect to the hosts of analytics and monitoring, and no others", () => {
    const policy = (env: Record<string, string>) =>
      createPolicy(parseEnvironment({ DATA_DIR: dataDir, ...env }).portal)("'sha256-x'");
    expect(policy({})).toMatch(/^default-src 'self'; script-src 'self' 'sha256-x'; style-src/);
    expect(policy({})).not.toContain("connect-src");
    const told = policy({
      ANALYTICS_URL: "https://collect.example.com/a",
      ANALYTICS_BETA_URL: "https://beta.example.com",
      MONITOR_URL: "https://monitor.example.com/m.js?site=1",
    });
    expect(told).toContain("; script-src 'self' https://monitor.example.com 'sha256-x'; ");
    expect(told).toContain("; connect-src 'self' https://collect.example.com https://monitor.example.com; ");
    expect(told).not.toContain("beta.example.com");
  });

  it("names no address of the gateway in a page's policy, and names the sign-in portal's", () => {
    const env = { GATEWAY_URL: "http://gateway.internal:3001", SESSION_SECRET: secret };
    const signIn = { SIGNIN_URL_CN: "https://signin.example.cn/login" };
    const policy = createPolicy(parseEnvironment({ DATA_DIR: dataDir, ...env, ...signIn }).portal)("");
    expect(policy).toContain("form-action 'self' https://signin.example.cn;");
    expect(policy).not.toContain("gateway.internal");
  });

  it.each([
    ["HOST", "not a host", "IP 地址或主机名"],
    ["PORT", "abc", "0 到 65535"],
    ["PORT", "65536", "0 到 65535"],
    ["PORT", "-1", "0 到 65535"],
    ["SITE_NAME", "名".repeat(41), "不超过 40 个字"],
    ["SITE_URL", "forum.example.com", "根地址"],
    ["SITE_URL", "https://example.com/forum", "根地址"],
    ["SITE_URL", "javascript:alert(1)", "根地址"],
    ["SITE_URL", "https://forum.example.com,forum.example.cn", "根地址"],
    ["SIGNIN_URL_CN", "signin", ".cn 站点"],
    ["SIGNIN_URL_COM", "ftp://signin.example.com", ".com 站点"],
    ["DEMO", "yes", "1（开启演示模式）或 0"],
    ["SESSIONS_PER_ACCOUNT", "0", "1 到 100"],
    ["SESSIONS_PER_ACCOUNT", "1.5", "1 到 100"],
    ["STAFF_SECOND_FACTOR", "yes", "optional"],
    ["RATE_LIMIT_SCALE", "0", "1 到 1000"],
    ["OVERLOAD_MILLISECONDS", "50", "100 到 60000"],
    ["CONTENT_PACK", "/nowhere/pack", "没有这个文件夹"],
    ["STOP_SECONDS", "0", "1 到 3600"],
    ["DRAIN_SECONDS", "x", "0 到 600"],
    ["WORKERS", "0", "1 到 64"],
    ["WORKERS", "2", "DATABASE_URL"],
    ["ACCESS_CONFIG", "2", "0（访客须登录）或 1"],
    ["PROFILE_REVIEW", "nickname,phone", "none，或 nickname、avatar、extended 中的几项"],
    ["REGISTER_CONFIG", "3", "0（关闭注册）、1（开放注册）或 2"],
    ["MAIL_FROM", "nobody", "发件人邮箱"],
    ["TRUST_PROXY", "true", "1（前面有可信的反向代理）或 0"],
    ["HOST_TRACE_IDS", "yes", "1（所在的平台自己生成跟踪号，门户不再发送）或 0"],
    ["COPYRIGHT", "字".repeat(201), "不超过 200 个字"],
    ["FILING_NUMBERS", "号".repeat(301), "备案号"],
    ["LOGO_URL", "example.com", "标志"],
    ["COMPLAINT_FRAME_URL", "//example.com", "投诉举报"],
    ["ANALYTICS", "2", "1（收集使用统计）或 0"],
    ["ANALYTICS_URL", "https://collect.example.com/?a", "字母、数字和 _ - . / :"],
    ["ANALYTICS_URL", "https://a@collect.example.com", "字母、数字和 _ - . / :"],
    ["ANALYTICS_URL", "ftp://collect.example.com", "正式统计服务器"],
    ["ANALYTICS_BETA_URL", "https://测试.example.com", "测试统计服务器"],
    ["ANALYTICS_BETA", "yes", "1（统计发往测试服务器）或 0"],
    ["ANALYTICS_BETA_URL", "collect", "测试统计服务器"],
    ["ANALYTICS_APP_ID", "a:b", "应用标识"],
    ["ANALYTICS_DOMAIN_ID", "d".repeat(65), "域标识"],
    ["ANALYTICS_SESSION_MODE", "2", "0（同一浏览器共用会话）或 1"],
    ["ANALYTICS_SESSION_IDLE", "0", "1 到 1440"],
    ["ANALYTICS_SESSION_IDLE", "1441", "1 到 1440"],
    ["ANALYTICS_CLICK_DEBOUNCE", "9", "10 到 1000"],
    ["ANALYTICS_CLICK_DEBOUNCE", "1001", "10 到 1000"],
    ["DATABASE_PREPARED", "yes", "auto（没有连接池时使用预备语句）、0（不用）或 1（总是用）"],
    ["DATABASE_POOL", "0", "1 到 1000"],
    ["DATABASE_WORK_POOL", "101", "1 到 100"],
    ["MIGRATE", "no", "1（启动时升级数据库结构）或 0"],
    ["JOBS", "no", "1（本进程也做后台任务）或 0"],
    ["JOBS", "0", "DATABASE_URL"],
    ["MONITOR_URL", "javascript:alert(1)", "体验监测脚本"],
    ["FILES", "disk", "database（存在数据库里）、folder（文件夹）或 s3"],
    ["FILES_MOVE_RATE", "fast", "0 到 9999"],
    ["FILES_URL", "https://files.example.com/?a", "不能带查询"],
    ["S3_BUCKET", "Files", "3 到 63 个"],
  ])("names %s, its value %j and what is expected", (name, value, expected) => {
    expect(problems({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} 的值 .*不对：.*${expected.replace(/[()/.]/g, "\\$&")}`)),
    ]);
    expect(problems({ [name]: value })[0]).toContain(JSON.stringify(value));
  });

  it.each([
    ["DATABASE_URL", "mysql://user:hunter2@db/portal", "postgres://"],
    ["DATABASE_URL", "postgres://user:hunter2@a,b/portal?target_session_attrs=standby", "read-write"],
    ["DATABASE_DIRECT_URL", "hunter2", "postgres://"],
    ["GATEWAY_URL", "gateway:hunter2", "http(s)"],
    ["GATEWAY_URL", "http://a:3001,,http://hunter2", "http(s)"],
    ["REDIS_URL", "http://hunter2@cache", "redis://"],
    ["SESSION_SECRET", "hunter2", "32 个字符"],
    ["SMTP_URL", "http://u:hunter2@mail", "smtp://"],
    ["SMS_HOOK_URL", "hunter2", "短信网关"],
  ])("never repeats the value of %s", (name, value, expected) => {
    const found = problems({ SESSION_SECRET: secret, [name]: value }).filter((problem) =>
      problem.startsWith(name),
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
    expect(found[0]).not.toContain("hunter2");
  });

  it("asks for all that a bucket needs, also where it is only read from, and reads secrets from files", () => {
    const s3 = { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id" };
    expect(problems({ FILES: "s3" })).toHaveLength(4);
    expect(problems(s3)).toEqual([expect.stringMatching(/^缺少 S3_SECRET_ACCESS_KEY：.*访问密钥/)]);
    const file = join(dataDir, "s3-secret");
    writeFileSync(file, "hunter2\n");
    const env = { DATA_DIR: dataDir, FILES: "s3", ...s3, S3_SECRET_ACCESS_KEY_FILE: file };
    const { files } = parseEnvironment(env);
    expect(files).toMatchObject({
      target: "s3",
      folder: null,
      s3: { bucket: "files", secretAccessKey: "hunter2" },
    });
    expect(parseEnvironment({ DATA_DIR: dataDir, FILES: "folder" }).files).toMatchObject({
      target: "folder",
      folder: join(dataDir, "files"),
      s3: null,
    });
    expect(parseEnvironment({ DATA_DIR: dataDir }).files.folder).toBeNull();
  });

  it("lets pages play, show and download from where files are fetched, and post nothing else there", () => {
    const env = { DATA_DIR: dataDir, FILES_URL: "https://files.example.com/bucket/" };
    const { portal } = parseEnvironment(env);
    expect(portal.filesUrl).toBe("https://files.example.com/bucket");
    const policy = createPolicy(portal)("");
    for (const directive of ["media-src", "form-action", "frame-src"])
      expect(policy).toContain(`${directive} 'self' https://files.example.com;`);
    expect(createPolicy(parseEnvironment({ DATA_DIR: dataDir }).portal)("")).not.toContain("media-src");
  });

  it.each([
    ["SESSION_SECRET", { GATEWAY_URL: "http://gateway:3001" }],
    ["DATABASE_URL", { DATABASE_DIRECT_URL: "postgres://db/portal" }],
    ["SESSION_SECRET", { DATABASE_URL: "postgres://db/portal" }],
    ["MAIL_FROM", { SMTP_URL: "smtp://mail:25" }],
    ["SMS_HOOK_URL", { SMS_HOOK_TOKEN: "token" }],
  ])("asks for %s where another variable needs it", (name, env) => {
    expect(problems(env)).toEqual([expect.stringMatching(new RegExp(`^缺少 ${name}：`))]);
  });

  it("reports all errors at once", () => {
    expect(problems({ PORT: "x", DEMO: "x", ACCESS_CONFIG: "x" })).toHaveLength(3);
  });

  it("turns demo mode on only for a start without any configuration", () => {
    const demo = (env: Record<string, string | undefined>) =>
      parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: secret, ...env }).demo;
    expect(demo({})).toBe(true);
    expect(demo({ HOST: "localhost" })).toBe(true);
    for (const configured of [
      { DATABASE_URL: "postgres://db/portal" },
      { GATEWAY_URL: "http://gateway" },
      { SITE_URL: "https://forum.example.com" },
      { SIGNIN_URL_CN: "https://signin.example.cn" },
      { SIGNIN_URL_COM: "https://signin.example.com" },
      { HOST: "0.0.0.0" },
    ]) {
      expect(demo(configured), JSON.stringify(configured)).toBe(false);
      expect(demo({ ...configured, DEMO: "1" })).toBe(true);
    }
    expect(demo({ DEMO: "0" })).toBe(false);
  });

  it("knows whether the people of the site can read the outbox: a demo, or a start for this machine alone", () => {
    const read = (env: Record<string, string | undefined>) =>
      parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: secret, ...env }).outboxIsRead;
    for (const env of [{}, { DEMO: "0" }, { DEMO: "1", SITE_URL: "https://forum.example.com" }])
      expect(read(env), JSON.stringify(env)).toBe(true);
    for (const env of [{ SITE_URL: "https://forum.example.com" }, { DATABASE_URL: "postgres://u@db/x" }])
      expect(read(env), JSON.stringify(env)).toBe(false);
    expect(read({ DEMO: "0", HOST: "0.0.0.0" })).toBe(false);
  });

  it("knows whether DATA_DIR was given", () => {
    expect(parseEnvironment({ DATA_DIR: dataDir }).isDataDirGiven).toBe(true);
    expect(parseEnvironment({ DATA_DIR: " " }, "doctor").isDataDirGiven).toBe(false);
  });

  it("generates the session secret once, readable by its owner alone", () => {
    const secretsFor = (program?: "gateway") =>
      parseEnvironment({ DATA_DIR: dataDir }, program).portal.sessionSecrets;
    const [first = "", ...others] = secretsFor();
    expect(others).toEqual([]);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(secretsFor()).toEqual([first]);
    // A gateway alone signs addresses and mails, which stay valid after its restart too.
    expect(secretsFor("gateway")).toEqual([first]);
    const file = join(dataDir, "session-secret");
    expect(readFileSync(file, "utf8")).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("accepts several secrets, and refuses a list with one that is too short", () => {
    const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(32)) as [string, string, string];
    const secrets = (value: string) =>
      parseEnvironment({ DATA_DIR: dataDir, SESSION_SECRET: value }).portal.sessionSecrets;
    expect(secrets(`${one},${two}`)).toEqual([one, two]);
    expect(secrets(` ${one}\n${two} , ${three}\n`)).toEqual([one, two, three]);
    expect(problems({ SESSION_SECRET: `${one},hunter2` })).toEqual([
      expect.stringMatching(/^SESSION_SECRET 的值不对（内容不显示）：.*32 个字符/),
    ]);
    expect(problems({ SESSION_SECRET: "," })).toHaveLength(1);
  });

  it("needs none for a command, which signs nothing, also on a shared database", () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: "postgres://db/portal" };
    expect(parseEnvironment(env, "command").portal.sessionSecrets).toEqual([]);
    expect(problemsOf(() => parseEnvironment(env, "gateway"))).toEqual([
      expect.stringMatching(/^缺少 SESSION_SECRET：使用 DATABASE_URL 时/),
    ]);
  });

  it("reads every secret from the file that its _FILE names, and prints none", () => {
    const fileOf = (name: string, text: string) => {
      const file = join(dataDir, name);
      writeFileSync(file, text);
      return file;
    };
    const environment = parseEnvironment({
      DATA_DIR: dataDir,
      SESSION_SECRET_FILE: fileOf("secret", `${secret}\n`),
      DATABASE_URL_FILE: fileOf("database", "postgres://u:p@db/portal\n"),
      SMS_HOOK_URL: "https://sms.example.com/send",
      SMS_HOOK_TOKEN_FILE: fileOf("token", "token"),
    });
    expect(environment).toMatchObject({
      databaseUrl: "postgres://u:p@db/portal",
      smsHookToken: "token",
      portal: { sessionSecrets: [secret] },
    });
    const portal = { GATEWAY_URL: "http://gateway:3001", SESSION_SECRET_FILE: join(dataDir, "secret") };
    expect(parsePortalSettings(portal).sessionSecrets).toEqual([secret]);
    const wrong = problems({
      SESSION_SECRET: secret,
      SESSION_SECRET_FILE: join(dataDir, "secret"),
      DATABASE_URL_FILE: join(dataDir, "nowhere"),
      REDIS_URL_FILE: fileOf("empty", "\n"),
      SMTP_URL_FILE: fileOf("mail", "hunter2"),
    });
    expect(wrong.toSorted()).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE 的值 .*读不到这个文件（ENOENT）/),
      expect.stringMatching(/^REDIS_URL_FILE 的值 .*文件是空的/),
      "SESSION_SECRET 和 SESSION_SECRET_FILE 只能给出一个",
      expect.stringMatching(/^SMTP_URL 的值不对（内容不显示）/),
    ]);
  });

  it("says when the data folder cannot be used, or its secret is damaged", () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    expect(problems({ DATA_DIR: file })[0]).toContain("DATA_DIR");
    writeFileSync(join(dataDir, "session-secret"), "short");
    expect(problems({})[0]).toContain("session-secret");
  });
});

describe("settings of a portal alone", () => {
  it("needs an upstream and a secret", () => {
    expect(problemsOf(() => parsePortalSettings({}))).toEqual([
      expect.stringMatching(/^缺少 GATEWAY_URL/),
      expect.stringMatching(/^缺少 SESSION_SECRET/),
    ]);
    expect(
      parsePortalSettings({ GATEWAY_URL: "http://gateway:3001/, http://b:3001", SESSION_SECRET: secret }),
    ).toMatchObject({
      gatewayUrls: ["http://gateway:3001", "http://b:3001"],
      sessionSecrets: [secret],
      demo: false,
    });
  });
});
