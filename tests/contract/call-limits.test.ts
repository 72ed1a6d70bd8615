import { type CallName, contract } from "contract";
import type { Call, CallLimit } from "contract/base/call";
import { createLimits } from "gateway/server/limits";
import { beforeAll, describe, expect, it } from "vitest";
import { requests } from "../support/call-rows";
import { type Member, startGateway, TestGateway } from "../support/gateway";
import { type Scene, setAdminScene, setScene } from "../support/scene";

const gateway = startGateway();
const rows = Object.entries(contract) as [CallName, Call][];
const limited = rows.filter(([, row]) => row.limit !== undefined);

let scene: Scene;
let actor: Member;
beforeAll(async () => {
  const own = await setAdminScene(gateway());
  [scene, actor] = [own, own.actor];
});

describe("a call that has a limit", () => {
  /** Uses up a key's whole window. */
  async function spendAll(
    limits: ReturnType<typeof createLimits>,
    name: CallLimit,
    key: string,
  ): Promise<void> {
    for (let count = 0; count < 1_000; count += 1) if (!(await limits.take(name, key))) return;
    throw new Error(`${name} has no end`);
  }

  it.each(limited)(
    "%s: refuses a person who has used it up, with the seconds left, and nobody else",
    async (name, row) => {
      const limits = createLimits();
      const strict = new TestGateway(gateway().database, {}, limits);
      await spendAll(limits, row.limit as CallLimit, String(actor.id));
      const { status, body, headers } = await strict.callOverHttp(name, requests[name](scene), actor);
      const message = expect.stringMatching(/^操作太频繁，请 \d+ 秒后再试$/);
      expect([status, body]).toEqual([429, { errorCode: "TOO_FREQUENT", message }]);
      expect(headers.get("cache-control")).toBe("no-store");
      // The limit comes before the check of the request.
      expect(await strict.call(name, {}, actor)).toMatchObject({ status: 429 });
      expect(await strict.call(name, {}, scene.other)).not.toMatchObject({ status: 429 });
    },
  );

  it.each(limited.filter(([, row]) => row.access === "visitor"))(
    "%s: counts visitors by their network",
    async (name, row) => {
      const limits = createLimits();
      const strict = new TestGateway(gateway().database, { trustForwardedAddress: true }, limits);
      await spendAll(limits, row.limit as CallLimit, "2001:db8:0:1::/64");
      // A guest's captcha and codes count for that guest alone.
      const guest = row.group === "activity" ? await setScene(gateway(), "visitor") : scene;
      const from = (address: string) =>
        strict.fetch(...visit(name, row, address, guest)).then(({ status }) => status);
      expect([await from("2001:db8:0:1::7"), await from("2001:db8:0:1::8")]).toEqual([429, 429]);
      expect(await from("2001:db8:0:2::7")).toBe(200);
      expect((await strict.call(name, requests[name](scene), actor)).status).toBe(200);
    },
  );

  function visit(name: CallName, row: Call, address: string, from: Scene): [string, RequestInit] {
    const wrapped = row.path.startsWith("/api/v1/");
    const request = requests[name](from);
    const headers = { "content-type": "application/json", "x-forwarded-for": address };
    const body = JSON.stringify(wrapped ? { developerId: "N", headers: [], requestBody: request } : request);
    return [wrapped ? `/gateway/forward${row.path}` : row.path, { method: "POST", headers, body }];
  }
});

it("every call that writes names one, except calls that create data at a first reading", () => {
  const silent = rows.filter(([, row]) => row.effect !== "reads" && row.limit === undefined);
  expect(silent.map(([name]) => name).sort()).toEqual(["activityKeys", "activityMine", "examAttempt"]);
});
