import { SettingsError, secretVariables, type Variables } from "../../app/settings/portal-settings";
import { readSecretFiles } from "../../app/settings/secret-files.server";
import { hasDatabase } from "../data/require-database";
import { type Environment, environmentVariables, parseEnvironment } from "../environment";
import { misspelt } from "../unknown-variables";
import { examineClock } from "./clock";
import { examineContent, examinePack } from "./content";
import { examineMail, examineSms } from "./delivery";
import { examineEmbedded } from "./embedded";
import { examineFilePlaces } from "./file-places";
import { type Finding, findingsOf, reasonOf } from "./finding";
import { examineGateways } from "./gateways";
import { examineDisk, examineProgram, examineSecrets } from "./machine";
import { examinePostgres } from "./postgres";
import { examineRedis } from "./redis";
import { examineSite, type ReadClock } from "./site";

/** The recipients of test messages; none is sent without a recipient. */
export interface SendTo {
  mail?: string | undefined;
  sms?: string | undefined;
}

const settings = findingsOf("配置");

/** Turns an exception of a check into a finding, so that the other checks go on. */
async function each(part: string, check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [findingsOf(part).error(`没有查成：${reasonOf(error)}`, "这是意外的错误，其余的检查不受影响。")];
  }
}

/** Removes secrets from texts, because error messages of servers may quote them. */
function hiding(variables: Variables): (text: string) => string {
  const parts = [...secretVariables].flatMap((name) => {
    const value = variables[name]?.trim() ?? "";
    const url = URL.canParse(value) ? new URL(value) : null;
    const inUrl = url ? [url.password, decodeURIComponent(url.password)] : [];
    const whole = name === "SESSION_SECRET" ? value.split(/[\s,]+/) : name.endsWith("TOKEN") ? [value] : [];
    return [...inUrl, ...whole];
  });
  const hidden = [...new Set(parts)].filter((part) => part.length > 3);
  return (text) => hidden.reduce((rest, part) => rest.replaceAll(part, "＊＊＊"), text);
}

async function examineAll(environment: Environment, variables: Variables, to: SendTo): Promise<Finding[]> {
  const { databaseUrl, portal } = environment;
  const clocks: ReadClock[] = [];
  const database = async (): Promise<Finding[]> => {
    if (portal.gatewayUrls.length > 0) return examineGateways(portal.gatewayUrls);
    if (!databaseUrl) return examineEmbedded(environment, examineContent);
    const found = await examinePostgres(environment, databaseUrl, examineContent);
    clocks.push(...found.clocks);
    return found.findings;
  };
  const site = async (): Promise<Finding[]> => {
    const found = await examineSite(environment);
    clocks.push(...found.clocks);
    return found.findings;
  };
  const isGateway = portal.gatewayUrls.length === 0;
  // One after the other, so that checks do not slow each other down.
  return [
    ...(await each("程序文件", examineProgram)),
    ...(await each("密钥", () => examineSecrets(environment, variables))),
    ...(await each("磁盘", () => examineDisk(environment))),
    ...(await each(isGateway ? "数据库" : "上游网关", database)),
    ...(isGateway ? await each("文件的位置", () => examineFilePlaces(environment)) : []),
    ...(await each("Redis", () => examineRedis(environment))),
    ...(isGateway ? await each("邮件", () => examineMail(environment, to.mail)) : []),
    ...(isGateway ? await each("短信", () => examineSms(environment, to.sms)) : []),
    ...(await each("站点地址", site)),
    ...(await each("时钟", () => examineClock(clocks))),
    ...(isGateway ? await each("内容包", () => examinePack(environment)) : []),
  ];
}

/** Whether the variables are those of a site: without any, all of this is about a first start in this folder. */
function examineVariables(environment: Environment): Finding[] {
  const { siteUrls, gatewayUrls } = environment.portal;
  const isNamed = environment.isDataDirGiven || siteUrls.length > 0 || gatewayUrls.length > 0;
  return [
    isNamed || hasDatabase(environment)
      ? settings.ok("各变量都合规则")
      : settings.warn(
          "没有给出站点的变量：下面说的是在这个文件夹里第一次启动会怎样，不是已有的站点",
          "用 ENV_FILE=/etc/portal/portal.env 给出服务用的变量，再运行一次。",
        ),
  ];
}

/** Checks everything that a start with these variables would use. It changes nothing but a probe in the folder or bucket of files, which it removes; no finding has a secret. */
export async function examine(variables: Variables, to: SendTo): Promise<Finding[]> {
  const withSecrets = readSecretFiles(variables, secretVariables).variables;
  const hide = hiding(withSecrets);
  const findings: Finding[] = misspelt(Object.keys(variables), Object.keys(environmentVariables.shape)).map(
    ({ name, meant }) => settings.warn(`环境变量 ${name} 没有被读取`, `想设置的是不是 ${meant}？`),
  );
  try {
    const environment = parseEnvironment(variables, "doctor");
    findings.push(...examineVariables(environment), ...(await examineAll(environment, variables, to)));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    findings.push(
      ...error.problems.map((problem) =>
        settings.error(problem, "改好后再运行一次：别的检查要等配置对了才能做。"),
      ),
    );
  }
  return findings.map(({ message, advice, ...rest }) => ({
    ...rest,
    message: hide(message),
    ...(advice === undefined ? {} : { advice: hide(advice) }),
  }));
}
