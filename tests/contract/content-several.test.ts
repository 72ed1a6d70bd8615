import type { CallInput } from "contract";
import { desc, eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { moderationLog, moderationReasons } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { editorOf } from "../support/edited-content";
import { type Member, startGateway } from "../support/gateway";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;

beforeAll(async () => {
  admin = await gateway().member({ admin: true });
  const remove: (() => Promise<void>)[] = [];
  const folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await loadContentPack(gateway().services, folder, { demo: false });
  return async () => {
    for (const one of remove) await one();
  };
});

const { made, save, page } = editorOf(gateway, () => admin);
const check = (request: CallInput<"checkSeveralContent">) =>
  gateway().ok("checkSeveralContent", request, admin);
const change = (request: CallInput<"changeSeveralContent">) =>
  gateway().ok("changeSeveralContent", request, admin);

describe("several pieces", () => {
  it("are published at once, each in the version that was shown; what is not whole stays and says why", async () => {
    const [one, two] = [await made({ title: "一" }), await made({ title: "二" })];
    const bare = { kind: "news", base: 0, fresh: true, body: { title: "半成品" } } as const;
    const half = await gateway().ok("saveContent", bare, admin);
    const keys = [one.name.key, two.name.key, half.key, "999999"];
    const { pieces } = await check({ kind: "news", keys, act: "publish" });
    expect(
      pieces.map(({ title, version, visibleVersion, problem }) => [title, version, visibleVersion, problem]),
    ).toEqual([
      ["一", 1, 0, ""],
      ["二", 1, 0, ""],
      ["半成品", 1, 0, expect.stringContaining("：请填写这一项")],
      ["999999", 0, 0, "没有这份内容"],
    ]);
    // Somebody saves another version of one after it was shown.
    await save(two.name, 1, { title: "二改" });
    const shown = pieces.map(({ key, version }) => ({ key, version }));
    const { done, refused } = await change({ kind: "news", act: "publish", pieces: shown, why: "新一期" });
    expect([done, refused.map(({ key }) => key)]).toEqual([1, keys.slice(1)]);
    expect(refused[0]?.problem).toContain("刚刚有人改过");
    expect((await page(one.name.key)).status).toBe(200);
    expect((await page(two.name.key)).status).toBe(404);
    const [same] = (await check({ kind: "news", keys: [one.name.key], act: "publish" })).pieces;
    expect(same?.problem).toContain("不用再发布");
  });

  it("are taken down at once with a reason in the log, those of packs too, and what others need stays", async () => {
    const { pieces } = await check({ kind: "products", keys: ["100", "200"], act: "withdraw" });
    expect(pieces.map(({ title, version, problem }) => [title, version, problem])).toEqual([
      ["A100", 0, ""],
      ["A200", 0, ""],
    ]);
    const [klass] = (await check({ kind: "classes", keys: ["11"], act: "withdraw" })).pieces;
    expect(klass?.problem).not.toBe("");
    const kept = await change({
      kind: "classes",
      act: "withdraw",
      pieces: [{ key: "11", version: 0 }],
      why: "清理",
    });
    expect([kept.done, kept.refused[0]?.problem]).toEqual([0, klass?.problem]);
    // What was refused is not taken from the packs.
    expect((await gateway().ok("contentPiece", { kind: "classes", key: "11" }, admin)).version).toBe(0);
    const all = [
      { key: "100", version: 0 },
      { key: "200", version: 0 },
    ];
    expect(await change({ kind: "products", act: "withdraw", pieces: all, why: "停售清理" })).toEqual({
      done: 2,
      refused: [],
    });
    const [row] = await gateway()
      .database.select({ action: moderationLog.action, text: moderationReasons.text })
      .from(moderationLog)
      .innerJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
      .orderBy(desc(moderationLog.id))
      .limit(1);
    expect([row?.action, row?.text]).toEqual(["withdrawContent", "产品「A200」（200）：停售清理"]);
    const again = await change({
      kind: "products",
      act: "withdraw",
      pieces: [{ key: "100", version: 1 }],
      why: "再来",
    });
    expect(again.refused[0]?.problem).toBe("现在不能下架");
    // Back as they were.
    const back = [{ key: "100", version: 1 }];
    expect((await change({ kind: "products", act: "publish", pieces: back, why: "撤回" })).done).toBe(1);
  });

  it("want a reason, and one at least", async () => {
    const pieces = [{ key: "1", version: 0 }];
    await gateway().refused(
      "changeSeveralContent",
      { kind: "news", act: "publish", pieces, why: " " },
      "INVALID_REQUEST",
      admin,
    );
    await gateway().refused(
      "checkSeveralContent",
      { kind: "news", act: "publish", keys: [] },
      "INVALID_REQUEST",
      admin,
    );
  });
});
