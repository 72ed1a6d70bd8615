import { contract } from "contract";
import { type Call, type CallTarget, defineCall } from "contract/base/call";
import { gatewaySessionCookie } from "contract/base/wire";
import { checkAccess } from "gateway/check-access";
import { readCaller } from "gateway/server/sessions/sessions";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Member, type Section, startGateway } from "../support/gateway";

const gateway = startGateway();
const nobody = 2_000_000_000;

/** A moderators' row whose request names its targets. */
const row = defineCall({
  group: "forum",
  summary: "A row of the test's own.",
  method: "POST",
  path: "/api/v1/moderator/test",
  body: "json",
  access: "moderator",
  effect: "private",
  target: ({ targets }) => targets,
  request: z.object({ targets: z.custom<CallTarget | CallTarget[]>() }),
  response: z.object({}),
});

async function ask(who: Member, targets: CallTarget | CallTarget[], call: Call = row): Promise<string> {
  const { services } = gateway();
  const token = who.cookie.slice(gatewaySessionCookie.length + 1);
  const caller = await readCaller(services, token, { address: "", traceId: "" });
  const context = { ...services, caller, responseHeaders: new Headers() };
  return checkAccess(call, { targets }, context).then(
    () => "may",
    (refusal: { code: string }) => refusal.code,
  );
}

describe("the targets of a moderator's call", () => {
  let moderator: Member;
  let [mine, others]: Section[] = [];
  let [here, there]: { tid: number; pid: number }[] = [];
  beforeAll(async () => {
    moderator = await gateway().member();
    mine = await gateway().section({ moderators: [moderator] });
    others = await gateway().section();
    here = await gateway().topic(moderator, mine);
    there = await gateway().topic(moderator, others);
  });

  it("are sections, topics or posts in a section that the caller moderates", async () => {
    for (const target of [{ section: mine?.fid ?? 0 }, { topic: here?.tid ?? 0 }, { post: here?.pid ?? 0 }]) {
      expect(await ask(moderator, target)).toBe("may");
    }
    for (const target of [
      { section: others?.fid ?? 0 },
      { topic: there?.tid ?? 0 },
      { post: there?.pid ?? 0 },
    ]) {
      expect(await ask(moderator, target)).toBe("NOT_PERMITTED");
    }
  });

  it("are many, and each must be in such a section", async () => {
    const [topic, post] = [{ topic: here?.tid ?? 0 }, { post: here?.pid ?? 0 }];
    expect(await ask(moderator, [topic, post, { section: mine?.fid ?? 0 }])).toBe("may");
    expect(await ask(moderator, [topic, { post: there?.pid ?? 0 }])).toBe("NOT_PERMITTED");
    expect(await ask(moderator, [{ topic: there?.tid ?? 0 }, post])).toBe("NOT_PERMITTED");
  });

  it("must all exist", async () => {
    expect(await ask(moderator, [{ topic: here?.tid ?? 0 }, { topic: nobody }])).toBe("TOPIC_NOT_FOUND");
    expect(await ask(moderator, { post: nobody })).toBe("POST_NOT_FOUND");
  });

  it("must be named: a request without targets, or a row without a rule for them, is refused to everybody", async () => {
    expect(await ask(moderator, [])).toBe("NOT_PERMITTED");
    const { target: _none, ...silent } = row;
    expect(await ask(moderator, { section: mine?.fid ?? 0 }, silent)).toBe("NOT_PERMITTED");
  });

  it("are defined by every moderators' row of the contract", () => {
    const silent = Object.entries(contract as Record<string, Call>).filter(
      ([, call]) => call.access === "moderator" && !call.target,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it("are not restricted for an administrator", async () => {
    const admin = await gateway().member({ admin: true });
    expect(await ask(admin, [{ topic: there?.tid ?? 0 }, { section: mine?.fid ?? 0 }])).toBe("may");
  });
});
