import { describeError, logError, loggedPath, logInfo, logRequest, writeLogAs } from "contract/base/log";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "../support/console";

const secret = "下班后再说，别告诉别人\n    at secret (/srv/a.ts:1:1)";

describe("an error in the log", () => {
  it("of the database contains its statement, its codes and its place, without parameters and values", () => {
    const cause = Object.assign(new Error(`invalid input syntax for type integer: "${secret}"`), {
      code: "22P02",
      severity: "ERROR",
      table: "inner_messages",
      routine: "pg_strtoint32",
      detail: `Failing row contains (1, ${secret})`,
      where: `unnamed portal parameter $1 = '${secret}'`,
    });
    const description = describeError(
      new DrizzleQueryError(
        'insert into "inner_messages" ("text") values ($1)',
        [secret, "13800138000"],
        cause,
      ),
    );
    expect(description).toContain('语句 insert into "inner_messages" ("text") values ($1)');
    expect(description).toContain("code=22P02 severity=ERROR table=inner_messages routine=pg_strtoint32");
    expect(description).toContain("log.test.ts:");
    expect(description).not.toMatch(/下班|secret|13800138000/);
  });

  it("of the machine keeps its reason, with contacts, codes and tokens masked", () => {
    expect(describeError(new Error("connect ECONNREFUSED 127.0.0.1:5432"))).toContain(
      "connect ECONNREFUSED 127.0.0.1:5432",
    );
    const refused = new Error(
      `550 no such user <li.lei@example.com>, +86 13800138000, code 204811, ${"a1B2".repeat(10)}`,
    );
    expect(describeError(refused).split("\n")[0]).toBe(
      "Error：550 no such user <<邮箱>>, <数字>, code <数字>, <长串>",
    );
  });

  it("contains nothing of a text that could not be parsed, nor of a thrown value that is no error", () => {
    const parsing = (() => {
      try {
        return JSON.parse(`{"content":${secret}`);
      } catch (error) {
        return error;
      }
    })();
    for (const thrown of [parsing, secret, { message: secret, code: "E_ODD" }])
      expect(describeError(thrown)).not.toMatch(/下班|secret/);
    expect(describeError({ message: secret, code: "E_ODD" })).toContain("code=E_ODD");
  });
});

it("a path in the log has no query, and no token", () => {
  expect(loggedPath("https://forum.example/gateway/reset?account=13800138000#x")).toBe("/gateway/reset");
  expect(loggedPath(`/gateway/exports/${"0b1c".repeat(9)}`)).toBe("/gateway/exports/<长串>");
});

describe("lines for programs", () => {
  afterEach(() => {
    writeLogAs("text");
    vi.restoreAllMocks();
  });

  /** Records what is written to standard output from now on, as objects. */
  function written(): () => Record<string, unknown>[] {
    const lines: string[] = [];
    vi.spyOn(console, "info").mockImplementation((text: string) => void lines.push(...text.split("\n")));
    return () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it("are one JSON object each, however many lines a message has", () => {
    const lines = written();
    writeLogAs("json");
    logInfo('第一行\n"第二行"');
    expect(lines()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        level: "info",
        message: '第一行\n"第二行"',
      },
    ]);
  });

  it("have an error without secrets, and their subject in fields", () => {
    expectConsole(
      "error",
      /^\{"time":"[^"]+","level":"error","message":"\[网关\] 坏了","requestId":"r-12345678","error":"Error：给 <邮箱>/,
    );
    writeLogAs("json");
    logError("[网关] 坏了", new Error("给 li.lei@example.com"), { requestId: "r-12345678" });
  });

  it("of requests are written together, in their order", async () => {
    const lines = written();
    writeLogAs("json");
    for (const status of [200, 404])
      logRequest({ method: "GET", route: "/hsforum/:thread", status, ms: 1.5 });
    expect(lines()).toEqual([]);
    await vi.waitFor(() => expect(lines()).toHaveLength(2), 120_000);
    expect(lines()[0]).toMatchObject({
      message: "request",
      method: "GET",
      route: "/hsforum/:thread",
      status: 200,
      ms: 1.5,
    });
    expect(lines()[1]).toMatchObject({ status: 404 });
  });
});
