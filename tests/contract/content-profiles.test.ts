import { type CompletenessInput, missingFields } from "contract/profile/fields";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { readPackFolder } from "gateway/content/pack/pack-files";
import { parsePack } from "gateway/content/pack/parse-pack";
import { ContentPackError } from "gateway/content/pack/problems";
import type { OpenDatabase } from "gateway/database/open";
import { accounts, profiles } from "gateway/database/schema";
import { definitionsOf } from "gateway/profile/definitions";
import { addressOf } from "gateway/profile/regions";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyPack, type PackChange, replacing } from "../support/content";
import { cloneDatabase } from "../support/database";
import { texts } from "../support/texts";

let open: OpenDatabase;
beforeEach(async () => {
  open = await cloneDatabase();
});
afterEach(() => open.close());

const load = (folder: string, demo = true) =>
  loadContentPack({ database: open.database, texts, now: () => new Date() }, folder, { demo });
async function problemsOf(changes: Record<string, PackChange>): Promise<string[]> {
  const error = await load(await copyPack(changes)).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ContentPackError)) throw new Error("the pack was loaded");
  return error.problems.map(
    ({ file, line, field, message }) => `${file}${line ? `:${line}` : ""}（${field ?? ""}）：${message}`,
  );
}
const memberWith = (from: string, to: string) => ({ "members.yaml": replacing(from, to) });
const definitionsWith = (from: string, to: string) => ({ "definitions.yaml": replacing(from, to) });

describe("definitions.yaml", () => {
  it("gives the choices of profiles, in its order, and a later load changes only names", async () => {
    await load(await copyPack(), false);
    expect(await definitionsOf(open.database)).toEqual({
      developerTypes: [
        { pkdefdoc: "1", name: "个人开发者", code: "individual" },
        { pkdefdoc: "2", name: "企业开发者", code: "enterprise" },
      ],
      identityTypes: [
        { pkdefdoc: "engineer", name: "工程师", code: "engineer" },
        { pkdefdoc: "student", name: "学生", code: "student" },
        { pkdefdoc: "teacher", name: "老师", code: "teacher" },
      ],
      education: [
        { pkdefdoc: "undergraduate", name: "本科", code: "undergraduate" },
        { pkdefdoc: "master", name: "硕士", code: "master" },
      ],
      industries: [
        {
          pkdefdoc: "C",
          name: "制造业",
          code: "C",
          children: [{ pkdefdoc: "C39", name: "计算机、通信和其他电子设备制造业", code: "C39" }],
        },
        {
          pkdefdoc: "I",
          name: "软件",
          code: "I",
          children: [{ pkdefdoc: "I65", name: "软件和信息技术服务业", code: "I65" }],
        },
      ],
    });
    await load(await copyPack(definitionsWith("master: 硕士", "master: 硕士研究生")), false);
    expect((await definitionsOf(open.database)).education[1]).toMatchObject({
      pkdefdoc: "master",
      name: "硕士研究生",
    });
  });

  it.each<[string, Record<string, PackChange>, string[]]>([
    ["is missing", { "definitions.yaml": null }, ["definitions.yaml（）：没有这个文件"]],
    [
      "has no identity type of a set",
      definitionsWith(", teacher: 老师", ""),
      ["definitions.yaml:2（identityTypes.teacher）：缺少这一项"],
    ],
    [
      "has an empty list",
      definitionsWith("{ undergraduate: 本科, master: 硕士 }", "{}"),
      ["definitions.yaml:3（education）：至少要有一项"],
    ],
    [
      "has more choices than a form of the editor takes",
      definitionsWith(
        "{ undergraduate: 本科, master: 硕士 }",
        `{ ${Array.from({ length: 99 }, (_, at) => `a${at}: 甲`).join(", ")}, undergraduate: 本科, master: 硕士 }`,
      ),
      ["definitions.yaml:3（education）：最多 100 项"],
    ],
    [
      "has a code twice",
      definitionsWith("{ code: I, name: 软件, children: { I65", "{ code: I, name: 软件, children: { C39"),
      ["definitions.yaml:6（industries.C39）：“C39”已经用在 行业“制造业”"],
    ],
  ])("%s: nothing is loaded", async (_what, changes, problems) => {
    expect(await problemsOf(changes)).toEqual(problems);
  });
});

describe("a member's profile", () => {
  it("is written once, with its county's address, and then belongs to its member", async () => {
    await load(await copyPack());
    const read = () =>
      open.database
        .select({ key: accounts.packKey, complete: accounts.profileComplete, profile: profiles })
        .from(profiles)
        .innerJoin(accounts, eq(accounts.id, profiles.accountId));
    const rows = await read();
    expect(rows).toMatchObject([
      {
        key: "mo",
        complete: true,
        profile: {
          sex: "1",
          province: "440000",
          city: "440300",
          county: "440305",
          identity: "1",
          developtype: "engineer",
          schoolBound: false,
        },
      },
    ]);
    expect(rows[0]?.profile.interestDirection).toHaveLength(1);
    await open.database.update(profiles).set({ post: "自己改的" });
    await load(await copyPack(memberWith("射频工程师", "天线工程师")));
    expect((await read())[0]?.profile.post).toBe("自己改的");
  });

  it("is not loaded without the demo", async () => {
    await load(await copyPack(), false);
    expect(await open.database.$count(profiles)).toBe(0);
  });

  it.each<[string, Record<string, PackChange>, string[]]>([
    [
      "no county",
      memberWith('"440305"', '"440399"'),
      ["members.yaml（mo.profile.county）：没有代码为 440399 的区县"],
    ],
    [
      "no industry of the list",
      memberWith("industry: C39", "industry: C"),
      ["members.yaml:2（mo.profile.industry）：definitions.yaml 里没有行业 C"],
    ],
    [
      "no education of the list",
      memberWith("master", "wizard"),
      ["members.yaml:2（mo.profile.eduBackground）：definitions.yaml 里没有学历 wizard"],
    ],
    [
      "a tag that nothing has",
      memberWith("[调试]", "[UARP]"),
      ["members.yaml:2（mo.profile.interests）：tags.yaml 和帖子里都没有标签 UARP"],
    ],
    [
      "a field missing of its set",
      memberWith("post: 射频工程师, ", ""),
      ["members.yaml:2（members[0].profile.post）：请填写岗位"],
    ],
    ["no interests", memberWith("[调试]", "[]"), ["members.yaml:2（members[0].profile.interests）：请选择"]],
  ])("has %s: nothing is loaded", async (_what, changes, problems) => {
    expect(await problemsOf(changes)).toEqual(problems);
  });
});

it("the demo's members all have complete profiles; some lack only a contact", async () => {
  const { pack } = await parsePack(await readPackFolder("content/demo"));
  for (const { key, nickname, phone = null, email = null, profile } of pack?.members ?? []) {
    const address = await addressOf(profile?.county ?? "");
    const extended = {
      ...profile?.extended,
      interestDirection: profile?.interests ?? [],
    } as unknown as CompletenessInput;
    const missing = missingFields({
      ...extended,
      username: nickname,
      city: address?.city ?? "",
      phone,
      email,
    });
    const contacts = [...(phone === null ? ["phone"] : []), ...(email === null ? ["email"] : [])];
    expect([key, missing]).toEqual([key, contacts]);
    if (["admin", "linmo", "member"].includes(key)) expect(contacts).toEqual([]);
  }
  expect(pack?.members.find(({ key }) => key === "nophone")?.phone).toBeUndefined();
});
