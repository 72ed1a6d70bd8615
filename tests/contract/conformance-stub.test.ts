import type { CallName } from "contract";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import type { Transport } from "../../server/conformance/ask";
import { examine } from "../../server/conformance/examine";
import { reportOf } from "../../server/conformance/report";
import type { CallResult } from "../../server/conformance/result";
import { answer, conformancePeople, misbehaving, type Question, transports } from "../support/conformance";
import { startOwnDemo } from "../support/demo-gateway";
import { beside, files } from "../support/wrong-addresses";
import { reading, writing } from "../support/wrong-gateways";

const gateway = startOwnDemo(createLimits());
let people: Awaited<ReturnType<typeof conformancePeople>>;
beforeAll(async () => {
  people = await conformancePeople(gateway());
});

/** The one result; the report is shown when it is another. */
function wrongAt(results: CallResult[], name: string): string {
  const one = results.find((result) => result.name === name);
  expect(one?.standing, `${one?.reason} ${reportOf(results, "complete")}`).toBe("wrong");
  return one?.standing ?? "";
}

describe("a gateway that answers wrongly is found out", () => {
  it.each(reading)("by reading: %s", async (_, name, others, call) => {
    const transport = misbehaving({ ...transports.http(gateway), get: null }, { call });
    const only = [...new Set<CallName>([...others, name])];
    wrongAt(await examine({ transport, sessions: people.sessions, only }), name);
  });

  it.each(writing)("by writing: %s", async (_, name, others, call) => {
    const transport = misbehaving({ ...transports.http(gateway), get: null }, { call });
    const only = [...new Set<CallName>([...others, name])];
    const own = await conformancePeople(gateway());
    wrongAt(await examine({ transport, ...own, only }), name);
  });

  it.each(beside)("beside the calls: %s", async (_, name, get) => {
    const transport = misbehaving(transports.http(gateway), { get });
    wrongAt(await examine({ transport, sessions: people.sessions, only: [...files] }), name);
  });

  it("and nothing is asked of a gateway that it might write, without --write", async () => {
    const right = transports.http(gateway);
    const asked: Question[] = [];
    const transport: Transport = {
      async call(name, row, input, asker, token = asker.token) {
        asked.push({ name, row, input, asker, token });
        return name === "workspaceCurrent"
          ? right.call(name, row, input, asker, token)
          : answer(403, { errorCode: "NOT_SIGNED_IN", message: "请先登录" });
      },
      get: null,
    };
    const results = await examine({ transport, sessions: people.sessions });
    const writing = asked.filter(({ row }) => row.effect !== "reads");
    const takesAnything = ({ row }: Question) => row.request.safeParse({}).success;
    const bySomebody = writing.filter(({ asker, row }) => asker.uid > 0 || row.access === "visitor");
    expect(bySomebody.length).toBeGreaterThan(0);
    for (const one of bySomebody) {
      expect(takesAnything(one), one.name).toBe(false);
      expect(one.row.request.safeParse(one.input).success, one.name).toBe(false);
    }
    // The others are asked by a visitor and with a session that nobody gave.
    const only = writing.filter(takesAnything);
    expect(only.length).toBeGreaterThan(0);
    for (const name of new Set(only.map((one) => one.name))) {
      expect(
        only.filter((one) => one.name === name).map(({ asker }) => asker.cookie === ""),
        name,
      ).toEqual([true, false]);
      const result = results.find((each) => each.name === name);
      expect([result?.standing, result?.reason]).toEqual(["notTried", "会写入；没有 --write"]);
    }
  });

  it("and one whose limit does not end is waited for once for each call, and the report names what stays", async () => {
    const transport = misbehaving(
      { ...transports.http(gateway), get: null },
      {
        call: ({ name }) =>
          name === "deleteOwnList" || name === "saveOwnList"
            ? answer(429, { errorCode: "TOO_FREQUENT", message: "操作太频繁，请稍后再试" })
            : undefined,
      },
    );
    const waited: CallName[] = [];
    const waitForLimit = async (name: CallName) => void waited.push(name);
    const only: CallName[] = ["submitTopic", "createOwnList", "saveOwnList", "deleteOwnList"];
    const own = await conformancePeople(gateway());
    const results = await examine({ transport, ...own, only, waitForLimit });
    expect(waited).toEqual(["saveOwnList", "deleteOwnList"]);
    const left = results.find(({ name }) => name === "deleteOwnList")?.left ?? [];
    expect(left).toEqual([expect.stringMatching(/^清单 \d+$/)]);
    expect(reportOf(results, "complete")).toContain(
      `留下了（deleteOwnList 没有成功，请手工删除）：${left[0]}`,
    );
    expect(results.find(({ name }) => name === "createOwnList")).not.toHaveProperty("left");
  });

  it("and both lists are deleted when a form makes two", async () => {
    const right = transports.http(gateway);
    let forms = 0;
    const deleted: unknown[] = [];
    const transport: Transport = {
      async call(name, row, input, asker, token = asker.token) {
        forms += 1;
        const once = { ...(input as object), submissionId: `another-form-${forms}` };
        const reply = await right.call(name, row, name === "createOwnList" ? once : input, asker, token);
        if (name === "deleteOwnList" && reply.status === 200) deleted.push((input as { id: number }).id);
        return reply;
      },
      get: null,
    };
    const only: CallName[] = ["submitTopic", "createOwnList", "deleteOwnList"];
    const results = await examine({ transport, ...(await conformancePeople(gateway())), only });
    wrongAt(results, "createOwnList");
    expect(new Set(deleted).size).toBe(2);
  });

  it("and what a section does not have is not asked of it: a bin", async () => {
    const own = await conformancePeople(gateway());
    const deeds: unknown[] = [];
    const transport = misbehaving(
      { ...transports.http(gateway), get: null },
      {
        call({ name, input }, right) {
          if (name === "topicOperate") deeds.push((input as { action?: string }).action);
          return name === "moderatedForum" && right.status === 200
            ? answer(200, { ...(right.body as object), recycleBin: false })
            : undefined;
        },
      },
    );
    const only: CallName[] = ["submitTopic", "topicOperate", "moderatedForum", "recoverContent"];
    const results = await examine({ transport, ...own, only });
    expect(deeds).toEqual(expect.arrayContaining(["raise", "close"]));
    expect(deeds).not.toContain("recycle");
    expect(results.find(({ name }) => name === "recoverContent")?.standing).toBe("notTried");
  });

  it("by what it lacks", async () => {
    const transport = misbehaving(transports.http(gateway), {
      call: ({ name }) => (name === "hotTags" ? answer(404, { message: "not found" }) : undefined),
      get: (path, _, right) => (path.endsWith("/readyz") ? { ...right, status: 404 } : undefined),
    });
    const results = await examine({ transport, sessions: people.sessions, only: ["hotTags", "tagMap"] });
    const missing = results.filter(({ standing }) => standing === "missing").map(({ name }) => name);
    expect(missing).toEqual(["hotTags", "GET /gateway/readyz"]);
  });

  it("and one that answers rightly is not: without a session, and 204 for what is marked as read", async () => {
    const transport = misbehaving(transports.http(gateway), {
      call: ({ name }, right) =>
        name === "updateReadMessage" && right.status === 200 ? answer(204, undefined) : undefined,
    });
    const all = [...reading, ...writing].flatMap(([, name, others]) => [name, ...others]);
    const only = [...new Set<CallName>([...all, "updateReadMessage", ...files])];
    const own = await conformancePeople(gateway());
    const results = await examine({ transport, ...own, only });
    const failing = results.filter(({ standing }) => standing === "wrong" || standing === "missing");
    expect(failing, reportOf(results, "complete")).toEqual([]);
    const marked = results.find(({ name }) => name === "updateReadMessage");
    expect(marked?.standing).toBe("supported");
    const alone = await examine({ transport, sessions: new Map(), only: ["sectionList", "myTopics"] });
    expect(alone.filter(({ group }) => group !== "addresses").map(({ standing }) => standing)).toEqual([
      "notTried",
      "supported",
    ]);
  });
});
