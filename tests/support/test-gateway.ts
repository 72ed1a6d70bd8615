import { isDeepStrictEqual } from "node:util";
import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import { foldNickname } from "contract/account/identity";
import { type Call, developerIdFlag, isWrapped, wirePath } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import { csrfTokenHeader, gatewaySessionCookie, type RefusalBody } from "contract/base/wire";
import { recentMinutes } from "contract/factors/constants";
import type { RefusalCode } from "contract/refusals";
import { recordingBytesMax } from "contract/training/constants";
import { eq } from "drizzle-orm";
import { createGateway } from "gateway/app";
import type { Database } from "gateway/database/open";
import { accounts, moderators, sections, sessions, topicClasses } from "gateway/database/schema";
import { domains } from "gateway/domains";
import { databaseOnly, type FileStores } from "gateway/files/stores/file-stores";
import { directCalls } from "gateway/serve-calls";
import type { Account, GatewaySettings, Services } from "gateway/server/context";
import { outboxDelivery } from "gateway/server/delivery";
import { createLimits, type Limits } from "gateway/server/limits";
import { confirmSession, hashToken, startSession } from "gateway/server/sessions/sessions";
import type { Hono } from "hono";
import { fileParts } from "../../app/gateway-client/file-parts.server";
import { pdfs, texts } from "./texts";

/** The real function, before a test mocks time. */
const nextTurn = globalThis.setImmediate;

/** A signed-in person: the account, and what their browser and portal send. */
export interface Member {
  id: number;
  nickname: string;
  cookie: string;
  csrfToken: string;
}

export interface Section {
  fid: number;
  classes: number[];
}

/** One answer of the gateway, as HTTP carries it. */
export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
}

/** The secret with which the test gateway signs captchas, so that a test can answer one. */
export const captchaSecret = "the secret of the gateway in tests";

const defaults: GatewaySettings = {
  siteName: "测试社区",
  allowedOrigins: [],
  sessionsPerAccount: 5,
  accessConfig: 1,
  registerConfig: 2,
  profileReview: [],
  trustForwardedAddress: false,
  demo: false,
  contentPack: null,
  secrets: [captchaSecret],
};

/** Encodes an upload as multipart (spec 7.1); any other value stays as it is. */
function inParts(request: unknown): unknown {
  const { file, ...rest } = (request ?? {}) as { file?: unknown };
  return file instanceof Uint8Array ? { ...fileParts(file, ""), ...rest } : request;
}

/** Encodes a request as an address or a form; a value that has no text form becomes JSON. */
function inPairs(request: unknown): URLSearchParams {
  const asText = (value: unknown) => {
    try {
      return String(value);
    } catch {
      return JSON.stringify(value) ?? "";
    }
  };
  const pairs = Object.entries((request ?? {}) as Record<string, unknown>);
  return new URLSearchParams(pairs.map(([name, value]) => [name, asText(value)]));
}

/** Throws when an answer has a field that its row does not have, or lacks one. */
function mustBeKnown(name: CallName, answer: unknown, body: unknown): void {
  const known = JSON.parse(JSON.stringify(contract[name].response.parse(answer))) as unknown;
  if (!isDeepStrictEqual(known, body)) throw new Error(`${name} answers what its row does not know`);
}

let serial = 0;
/** A number that no other call of it gives in this process. */
export function next(): number {
  serial += 1;
  return serial;
}
/** Sets the first number. For a process that writes into a database that another process has filled. */
export function countFrom(number: number): void {
  serial = number;
}
/** The first number of test sections. Packs number their sections themselves, up to a few hundred. */
const sectionsFrom = 10_000;
/** The submission id of a new form. */
export const submissionId = () => `form-${process.pid}-${next()}`;

/** The gateway on the test file's own database. Tests use it only through `fetch`. */
export class TestGateway {
  private readonly app: Hono;
  private readonly direct: CallDirectly;
  /** Seconds by which tests have moved the gateway's clock forward. */
  private ahead = 0;
  /** False in tests of how long ago a sign-in may be. */
  signsInAgain = true;
  readonly services: Services;
  /** The address of its callers. */
  address = "local";

  constructor(
    readonly database: Database,
    settings: Partial<GatewaySettings> = {},
    limits: Limits = createLimits(undefined, 100_000),
    files: FileStores = databaseOnly,
  ) {
    this.services = {
      domains,
      database,
      files,
      settings: { ...defaults, ...settings },
      delivery: outboxDelivery(database, () => {}),
      limits,
      texts,
      pdfs,
      // There is room for everything except the largest recording.
      hasRoom: (bytes = 0) => Promise.resolve(bytes < recordingBytesMax),
      wakeJobs: () => undefined,
      pagesChanged: () => undefined,
      now: () => new Date(Date.now() + this.ahead * 1000),
    };
    this.app = createGateway(this.services);
    this.direct = directCalls(this.services);
  }

  /** Moves the gateway's clock forward. */
  pass(seconds: number): void {
    this.ahead += seconds;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return Promise.resolve(
      this.app.fetch(new Request(`http://gateway.test${path}`, init), { address: this.address }),
    );
  }

  /**
   * Makes a call as the portal does, with any request: over HTTP as the row says, or in this process. Tests that run on
   * both engines use one way on each.
   */
  async call(name: CallName, request: unknown, as: Member | null = null): Promise<Answer> {
    await this.signInAgain(name, as);
    const answer = await (process.env.TEST_ENGINE === "postgres"
      ? this.callDirectly(name, request, as)
      : this.callOverHttp(name, request, as));
    // The embedded database answers without a turn of the event loop. Thousands of calls in a row would block
    // everything else, and the test runner would take its worker for dead.
    await new Promise(nextTurn);
    return answer;
  }

  /**
   * Most tests that move the clock are not about recent sign-ins: their members sign in again before calls that need
   * one.
   */
  private async signInAgain(name: CallName, as: Member | null): Promise<void> {
    const row: Call = contract[name];
    const mayWant = row.recentSignIn !== undefined || row.group === "moderator";
    if (!as || !this.signsInAgain || this.ahead < recentMinutes * 60 || !mayWant) return;
    const token = as.cookie.slice(gatewaySessionCookie.length + 1);
    await confirmSession(this.database, hashToken(token), this.services.now());
  }

  /**
   * Calls the gateway in this process. The answer must contain exactly what HTTP would carry, and no field that the row
   * does not have.
   */
  async callDirectly(name: CallName, input: unknown, as: Member | null): Promise<Answer> {
    const answer = await this.direct({
      name,
      input,
      sessionToken: as?.cookie.slice(gatewaySessionCookie.length + 1),
      csrfToken: as?.csrfToken,
      address: this.address,
      traceId: "",
    });
    const body = JSON.parse(JSON.stringify(answer.data)) as unknown;
    if (answer.status === 200) mustBeKnown(name, answer.data, body);
    return { status: answer.status, body, headers: answer.headers };
  }

  /**
   * As `call`, for what only HTTP has: methods, headers, sizes, multipart. This answer too must contain exactly what its row
   * has.
   */
  async callOverHttp(name: CallName, request: unknown, as: Member | null = null): Promise<Answer> {
    const row: Call = contract[name];
    const headers = new Headers(as ? { cookie: as.cookie, [csrfTokenHeader]: as.csrfToken } : {});
    let path = wirePath(row, request);
    let body: string | undefined;
    if (row.body === "file") request = inParts(request);
    if (row.body === "query") path += `?${inPairs(request)}`;
    else if (row.body === "form") {
      const pairs = [...inPairs(request)];
      const inQuery = ([field]: [string, string]) => row.inQuery?.includes(field) === true;
      path += `?${new URLSearchParams(pairs.filter(inQuery))}`;
      body = String(new URLSearchParams(pairs.filter((pair) => !inQuery(pair))));
    } else
      body = JSON.stringify(
        isWrapped(row) ? { developerId: developerIdFlag(row), headers: [], requestBody: request } : request,
      );
    headers.set(
      "content-type",
      row.body === "form" ? "application/x-www-form-urlencoded" : "application/json",
    );
    const response = await this.fetch(path, { method: row.method, headers, body });
    const answer: unknown = await response.json();
    if (response.status === 200) mustBeKnown(name, answer, answer);
    return { status: response.status, body: answer, headers: response.headers };
  }

  /** Makes a call that must succeed; the answer is checked against the contract. */
  async ok<Name extends CallName>(
    name: Name,
    request: CallInput<Name>,
    as: Member | null = null,
  ): Promise<CallResponse<Name>> {
    const { status, body } = await this.call(name, request, as);
    if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
    return contract[name].response.parse(body) as CallResponse<Name>;
  }

  /** Makes a call that must be refused; gives the refusal's body. */
  async refused(
    name: CallName,
    request: unknown,
    code: RefusalCode,
    as: Member | null = null,
  ): Promise<RefusalBody> {
    const { status, body } = await this.call(name, request, as);
    const refusal = body as RefusalBody;
    if (refusal.errorCode !== code)
      throw new Error(`${name} answered ${status} ${JSON.stringify(body)}, not ${code}`);
    return refusal;
  }

  /** An account with a phone bound, signed in. */
  async member(values: Partial<Account> = {}): Promise<Member> {
    const number = next();
    const nickname = values.nickname ?? `成员${number}`;
    const phone = `13${String(process.pid % 10_000).padStart(4, "0")}${String(number).padStart(5, "0")}`;
    const [row] = await this.database
      .insert(accounts)
      .values({ phone, ...values, nickname, nicknameFolded: foldNickname(nickname) })
      .returning();
    if (!row) throw new Error("no account was made");
    return this.signIn(row);
  }

  async signIn({
    id,
    nickname,
    passwordHash,
  }: Pick<Account, "id" | "nickname" | "passwordHash">): Promise<Member> {
    const { token } = await startSession(
      this.services,
      { id, passwordHash },
      { address: "127.0.0.1", userAgent: "test" },
    );
    const [session] = await this.database
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)));
    return { id, nickname, cookie: `${gatewaySessionCookie}=${token}`, csrfToken: session?.csrfToken ?? "" };
  }

  /** A section with classes, moderated by these members. */
  async section(
    options: { closed?: boolean; moderators?: Member[]; group?: string; rulesHtml?: string } = {},
  ): Promise<Section> {
    const fid = sectionsFrom + next();
    const { closed = false, group = "测试分区", rulesHtml = "" } = options;
    await this.database.insert(sections).values({
      id: fid,
      packKey: `section-${fid}`,
      groupName: group,
      position: fid,
      name: `版块${fid}`,
      summary: "说明",
      icon: "cpu",
      closed,
      rulesHtml,
    });
    const classes = await this.database
      .insert(topicClasses)
      .values([
        { sectionId: fid, name: "求助", position: 1 },
        { sectionId: fid, name: "经验", position: 2 },
      ])
      .returning({ id: topicClasses.id });
    for (const { id } of options.moderators ?? [])
      await this.database.insert(moderators).values({ sectionId: fid, accountId: id });
    return { fid, classes: classes.map(({ id }) => id) };
  }

  /** Writes a topic through the front door. */
  topic(
    author: Member,
    { fid }: { fid: number },
    fields: Partial<CallInput<"submitTopic">> = {},
  ): Promise<CallResponse<"submitTopic">> {
    const request = {
      fid,
      classId: null,
      title: "Hi3861 串口打印乱码",
      content: "波特率怎么查？",
      tags: [],
      submissionId: submissionId(),
    };
    return this.ok("submitTopic", { ...request, ...fields }, author);
  }

  /** Writes a reply through the front door. */
  reply(
    author: Member,
    tid: number,
    fields: Partial<CallInput<"submitPost">> = {},
  ): Promise<CallResponse<"submitPost">> {
    return this.ok(
      "submitPost",
      { tid, content: "先看晶振频率。", submissionId: submissionId(), ...fields },
      author,
    );
  }
}
