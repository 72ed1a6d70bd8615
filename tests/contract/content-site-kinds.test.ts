import { profiles } from "gateway/database/schema";
import { readHolidays } from "gateway/feedback/holidays";
import { promisedBy } from "gateway/feedback/promised";
import { beforeEach, describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";

const {
  gateway,
  load,
  pieceOf,
  call,
  save,
  saved,
  publish,
  change,
  fresh,
  fieldsOf,
  decide,
  listed,
  admin,
  folder,
} = startCommunityEditing(beforeEach);

const kinds = ["talents", "home", "navigation", "redirects", "definitions", "holidays"] as const;

/** What readers' calls say of each kind. */
const shown = {
  talents: async () => gateway().ok("universityTalents", {}),
  home: async () => [
    await gateway().ok("queryBanner", {}),
    await gateway().ok("queryHomeBlocks", {}),
    await gateway().ok("forumBanners", {}),
  ],
  navigation: async () => gateway().ok("getFooterLink", {}),
  redirects: async () =>
    Promise.all(["/old", "/older"].map((address) => gateway().ok("movedAddress", { address }))),
  definitions: async () => gateway().ok("activityDictionaryData", { type: "education" }),
  holidays: async () => readHolidays(gateway().database),
};
const timeless = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (name, one) => (name === "updatedAt" ? undefined : one))) as unknown;

describe.each(kinds)("%s, of which there is one", (kind) => {
  it("is in its list, saved as it stands says nothing new, and published so changes nothing", async () => {
    expect(await listed(kind, "")).toEqual([[kind, "published"]]);
    const before = timeless(await shown[kind]());
    const { body, standing } = await pieceOf(kind, kind);
    const request = { kind, key: kind, base: 0, standing, body };
    expect((await gateway().ok("saveContent", request, admin())).version).toBe(1);
    await publish(kind, kind, 1);
    expect(timeless(await shown[kind]())).toEqual(before);
    expect((await load()).changes).toEqual({});
  });

  it("is neither taken down nor made twice", async () => {
    const answer = await call("withdrawContent", { kind, key: kind });
    expect(answer).toMatchObject({ status: 409, body: { errorCode: "CONTENT_NEEDED" } });
    const { body } = await pieceOf(kind, kind);
    const again = await fresh(kind, body, kind);
    expect(again).toMatchObject({ status: 409, body: { errorCode: "CONTENT_KEY_TAKEN" } });
    const other = await fresh(kind, body, "another");
    expect([other.status, fieldsOf(other).key]).toEqual([400, [`编号只能是 ${kind}`]]);
  });
});

describe("the university pages", () => {
  it("are previewed by whoever has the address, published, and number new programmes", async () => {
    const { body } = await pieceOf("talents", "talents");
    const programmes = [...(body.programmes as Body[]), { name: "竞赛", summary: "一句话", text: "**来**" }];
    const version = await saved("talents", "talents", { programmes, title: "高校" });
    const { preview, body: drafted } = await pieceOf("talents", "talents");
    expect((drafted.programmes as Body[]).map(({ id }) => id)).toEqual([1, 2]);
    expect(await gateway().ok("universityTalents", { preview })).toMatchObject({
      title: "高校",
      preview: true,
      html: "<p>让学生用上<strong>真实</strong>的板子。</p>",
      programmes: [
        { cover: { alt: "课堂", width: expect.any(Number) } },
        { html: "<p><strong>来</strong></p>" },
      ],
    });
    await gateway().refused("universityTalents", { preview: "x".repeat(24) }, "TALENTS_NOT_FOUND");
    expect(await gateway().ok("universityTalents", {})).toMatchObject({ title: "高校人才", preview: false });
    await publish("talents", "talents", version);
    expect(await gateway().ok("universityTalents", {})).toMatchObject({
      title: "高校",
      programmes: [{}, {}],
    });
  });

  it("name nothing that does not exist", async () => {
    const wrong: [Body, string, string][] = [
      [{ works: "没有的" }, "works", "没有标签"],
      [{ programmes: [{ name: "项", summary: "摘", courses: [77] }] }, "programmes_0_courses", "没有课程 77"],
      [
        { programmes: [{ name: "项", summary: "摘", from: "2026-02-01", until: "2026-01-01" }] },
        "programmes_0_until",
        "不能早于申请开始",
      ],
      [{ contacts: [{ name: "人", email: "不是邮箱" }] }, "contacts_0_email", "邮箱格式有误"],
      [{ schools: [{ city: "西安" }] }, "schools_0_name", "请填写这一项"],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save("talents", "talents", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });
});

describe("the home page", () => {
  it("is arranged, previewed by administrators, and published with its banners", async () => {
    const { body } = await pieceOf("home", "home");
    const [banner] = body.banners as Body[];
    const blocks = [{ kind: "news", title: "资讯" }, ...(body.blocks as Body[])];
    const version = await saved("home", "home", {
      banners: [{ ...banner, title: "改过的横幅", from: undefined }],
      blocks,
      forumBanners: [],
    });
    const { preview, body: drafted } = await pieceOf("home", "home");
    expect((drafted.blocks as Body[])[0]?.key).toMatch(/^b[0-9a-f]{8}$/);
    const draft = await gateway().ok("queryHomePreview", { preview }, admin());
    expect([draft.banners[0]?.title, draft.blocks.map(({ kind }) => kind)]).toEqual([
      "改过的横幅",
      ["news", "products", "links"],
    ]);
    await gateway().refused("queryHomePreview", { preview: "x".repeat(24) }, "CONTENT_NOT_FOUND", admin());
    expect((await gateway().ok("queryBanner", {})).data[0]?.title).toBe("新品");
    await publish("home", "home", version);
    expect((await gateway().ok("queryBanner", {})).data[0]).toMatchObject({
      title: "改过的横幅",
      image: { width: expect.any(Number), alt: "改过的横幅" },
    });
    expect((await gateway().ok("queryHomeBlocks", {})).data).toMatchObject([
      { kind: "news", count: 6 },
      { kind: "products", first: [100] },
      { kind: "links", links: [{ title: "论坛", linkurl: "/forum" }] },
    ]);
    expect((await gateway().ok("forumBanners", {})).banners).toEqual([]);
  });

  it("with something wrong is not saved", async () => {
    const [block] = (await pieceOf("home", "home")).body.blocks as Body[];
    const wrong: [Body, string, string][] = [
      [{ blocks: [{ kind: "news", title: "资讯", link: "//evil" }] }, "blocks_0_link", "链接应以 / 开头"],
      [{ blocks: [{ kind: "news", title: "资讯", count: 25 }] }, "blocks_0_count", "最多 24 个"],
      [
        { blocks: [{ kind: "news", title: "资讯", from: "2026-02-01", until: "2026-01-01" }] },
        "blocks_0_until",
        "要晚于开始的时间",
      ],
      [
        { blocks: [{ kind: "products", title: "产品", first: [100, 9_999] }] },
        "blocks_0_first",
        "没有编号为 9999 的内容",
      ],
      [{ blocks: [block, block] }, "blocks", `编号 ${String(block?.key)} 用了两次`],
      [
        { forumBanners: [{ title: "横幅", link: "/forum", picture: [{ name: `${"0".repeat(32)}.png` }] }] },
        "forumBanners_0_picture_0_name",
        "没有这张图片",
      ],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save("home", "home", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });

  it("is saved and previewed half done, but not published so", async () => {
    const half: [Body, string, string][] = [
      [{ banners: [{ title: "横幅" }] }, "banners_0_picture", "要有一张图片"],
      [{ banners: [{ title: "横幅" }] }, "banners_0_link", "请填写这一项"],
      [{ forumBanners: [{ title: "横幅", link: "/forum" }] }, "forumBanners_0_picture", "要有一张图片"],
      [{ blocks: [{ title: "资讯" }] }, "blocks_0_kind", "请填写这一项"],
      [{ blocks: [{ kind: "links", title: "链接" }] }, "blocks_0_links", "要写链接"],
      [
        { blocks: [{ kind: "links", title: "链接", links: [{ title: "论坛" }] }] },
        "blocks_0_links_0_link",
        "",
      ],
      [{ blocks: [{ kind: "tags", title: "标签", first: [1] }] }, "blocks_0_first", "可以写排在前面的"],
    ];
    const { body: whole } = await pieceOf("home", "home");
    for (const [body, field, message] of half) {
      const version = await saved("home", "home", { ...whole, ...body });
      const { preview } = await pieceOf("home", "home");
      await gateway().ok("queryHomePreview", { preview }, admin());
      const answer = await call("publishContent", { kind: "home", key: "home", version });
      expect([body, answer.status]).toEqual([body, 422]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
    await saved("home", "home", whole);
  });

  it("without blocks of its own has the usual ones, in its preview too", async () => {
    const { body: whole } = await pieceOf("home", "home");
    const version = await saved("home", "home", { banners: [], blocks: [], forumBanners: [] });
    const { preview } = await pieceOf("home", "home");
    const draft = await gateway().ok("queryHomePreview", { preview }, admin());
    await publish("home", "home", version);
    const { data } = await gateway().ok("queryHomeBlocks", {});
    expect(data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["products", "news", "heroes"]));
    expect(draft.blocks.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
    await change("home", "home", whole);
  });
});

it("the footer is published in its order", async () => {
  const footer = [
    { name: "新的", link: "/forum", children: [{ name: "外站", link: "https://example.com/a" }] },
  ];
  await change("navigation", "navigation", { footer });
  expect((await gateway().ok("getFooterLink", {})).data).toMatchObject([
    { id: "footer-1", name: "新的", linkurl: "/forum", children: [{ linkurl: "https://example.com/a" }] },
  ]);
  const wrong = await save("navigation", "navigation", { footer: [{ name: "坏", link: "javascript:1" }] });
  expect(fieldsOf(wrong).footer_0_link?.join()).toContain("链接应以 / 开头");
  await change("navigation", "navigation", { footer: [] });
  expect((await gateway().ok("getFooterLink", {})).data).toEqual([]);
});

it("moved addresses lead on, and neither stand twice nor lead back to themselves", async () => {
  const wrong: [Body[], string][] = [
    [[{ from: "old", to: "/forum" }], "第 1 行原来的地址：应是以 / 开头"],
    [[{ from: "/h5/a", to: "/forum" }], "不能以 /h5"],
    [
      [
        { from: "/a", to: "/b" },
        { from: "/a", to: "/c" },
      ],
      "第 2 行：/a 写了两次",
    ],
    [
      [
        { from: "/a", to: "/b" },
        { from: "/b", to: "/a" },
      ],
      "第 1 行：绕成了一圈：/a → /b → /a",
    ],
    // An address that has no row of its own takes that of its path.
    [[{ from: "/a", to: "/a?tab=1" }], "第 1 行：绕成了一圈：/a → /a"],
    [
      [
        { from: "/a", to: "/b?tab=1" },
        { from: "/b", to: "/a" },
      ],
      "第 1 行：绕成了一圈：/a → /b → /a",
    ],
    [
      [{ from: "/products/details/100", to: "/forum" }],
      "第 1 行：/products/details/100 的内容还在，不会转走",
    ],
    [[{ from: "/forum/11", to: "/forum" }], "的内容还在"],
  ];
  for (const [redirects, message] of wrong) {
    const answer = await save("redirects", "redirects", { redirects });
    expect([redirects, answer.status]).toEqual([redirects, 400]);
    expect(fieldsOf(answer).redirects?.join()).toContain(message);
  }
  await change("redirects", "redirects", {
    redirects: [
      { from: "/new-one", to: "/forum" },
      { from: "/new-one?a=2", to: "/new-one?a=3" },
      { from: "/products/details/9999", to: "/products/index" },
    ],
  });
  expect(await gateway().ok("movedAddress", { address: "/new-one?a=1" })).toEqual({ target: "/forum" });
  expect(await gateway().ok("movedAddress", { address: "/older" })).toEqual({ target: null });
});

it("choices that people have made do not leave the lists of profiles", async () => {
  const me = await gateway().member();
  await gateway()
    .database.insert(profiles)
    .values({ accountId: me.id, eduBackground: "master", industry: "C39" });
  const { body } = await pieceOf("definitions", "definitions");
  const education = (body.education as Body[]).filter(({ code }) => code !== "master");
  const industries = (body.industries as Body[]).filter(({ code }) => code !== "C");
  const version = await saved("definitions", "definitions", { education, industries });
  const answer = await call("publishContent", { kind: "definitions", key: "definitions", version });
  expect([answer.status, fieldsOf(answer)]).toEqual([
    422,
    {
      education: ["1 个人的资料选了“硕士”（master），不能移除"],
      industries: ["1 个人的资料选了“计算机、通信和其他电子设备制造业”（C39），不能移除"],
    },
  ]);
  await change("definitions", "definitions", {
    education: [{ code: "doctor", name: "博士" }, ...(body.education as Body[])],
    industries: body.industries,
  });
  const { items } = await gateway().ok("activityDictionaryData", { type: "education" });
  expect(items.map(({ code }) => code)).toEqual(["doctor", "undergraduate", "master"]);
  const doubled = await save("definitions", "definitions", {
    education: [
      { code: "a", name: "甲" },
      { code: "a", name: "乙" },
    ],
  });
  expect(fieldsOf(doubled).education).toEqual(["代码 a 写了两次"]);
});

it("a load leaves what the browser has, names what differs, and somebody decides", async () => {
  await change("talents", "talents", { title: "高校" });
  await change("navigation", "navigation", { title: "页脚" });
  await changePack(folder(), {
    "talents.md": replacing("title: 高校人才", "title: 包里的高校"),
    "navigation.yaml": replacing("name: 社区", "name: 包里的社区"),
  });
  const { notices } = await load();
  expect(notices.join()).toContain("高校人才「高校」在站内改过，内容包里的不一样");
  expect(notices.join()).toContain("页脚「页脚」在站内改过，内容包里的不一样");
  expect(await gateway().ok("universityTalents", {})).toMatchObject({ title: "高校" });
  expect((await pieceOf("talents", "talents")).conflict?.changes.map(({ name }) => name)).toContain("title");
  expect((await decide("talents", "talents", "pack")).status).toBe(200);
  expect(await gateway().ok("universityTalents", {})).toMatchObject({
    title: "包里的高校",
    programmes: [{ html: "<p>每班 <strong>30</strong> 套</p>", cover: { width: expect.any(Number) } }],
  });
  // It belongs to the packs again.
  await changePack(folder(), { "talents.md": replacing("title: 包里的高校", "title: 包里的新高校") });
  expect((await load()).notices.join()).not.toContain("高校人才「");
  expect(await gateway().ok("universityTalents", {})).toMatchObject({ title: "包里的新高校" });
});

it("holidays say beside their field what contradicts itself, and what is published counts from then on", async () => {
  const wrong = async (body: Body) =>
    fieldsOf(
      await call("publishContent", {
        kind: "holidays",
        key: "holidays",
        version: await saved("holidays", "holidays", body),
      }),
    );
  const october = { from: "2026-10-01", to: "2026-10-07", name: "国庆节" };
  expect(await wrong({ holidays: [{ ...october, to: "2026-09-30" }], workdays: [] })).toEqual({
    holidays: ["第 1 行：最后一天不能早于第一天"],
  });
  // Whoever asks something would wait until it is over, and so would the count of days.
  expect(await wrong({ holidays: [{ ...october, to: "9999-12-31" }], workdays: [] })).toEqual({
    holidays: ["第 1 行：一个假期最多 31 天"],
  });
  expect(await wrong({ holidays: [october], workdays: [{ day: "2026-10-04", name: "国庆节" }] })).toEqual({
    workdays: ["第 1 行：2026-10-04 也写成了放假"],
  });
  const unread = await save("holidays", "holidays", { holidays: [{ ...october, from: "2026-02-30" }] });
  expect([unread.status, Object.keys(fieldsOf(unread))]).toEqual([400, ["holidays"]]);
  await change("holidays", "holidays", {
    holidays: [october],
    workdays: [{ day: "2026-09-20", name: "国庆节" }],
  });
  const holidays = await readHolidays(gateway().database);
  expect(promisedBy(new Date("2026-09-18T10:00:00+08:00"), 2, holidays)).toEqual(
    new Date("2026-09-21T18:00:00+08:00"),
  );
});
