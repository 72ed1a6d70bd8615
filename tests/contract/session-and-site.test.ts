import { csrfTokenHeader } from "contract/base/wire";
import { eq } from "drizzle-orm";
import { documents, notifications, policies, sessions } from "gateway/database/schema";
import { forget } from "gateway/server/answers";
import { beforeAll, describe, expect, it } from "vitest";
import { startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
/** A portal without content. */
const empty = startGateway();

describe("workspace-current", () => {
  it("gives a visitor the menu alone", async () => {
    const { body, headers } = await gateway().call("workspaceCurrent", {});
    expect(headers.get(csrfTokenHeader)).toBeNull();
    expect(body).toEqual({ user: null, leftMenuNode: [{ name: "生态首页", children: expect.any(Array) }] });
    const { leftMenuNode } = await gateway().ok("workspaceCurrent", {});
    expect(leftMenuNode[0]?.children.map(({ name, url }) => `${name} ${url}`)).toEqual([
      ...[
        "首页 /home",
        "开发中心 /devCenter",
        "培训课堂 /trainingClass",
        "高校人才 /universityTalents",
        "大赛活动 /eventActivities",
        "技术论坛 /forum",
      ],
    ]);
  });

  it("gives a member the security token in the body and in the CSRF header (spec 7.1)", async () => {
    const member = await gateway().member();
    const { body, headers } = await gateway().call("workspaceCurrent", {}, member);
    expect(headers.get(csrfTokenHeader)).toBe(member.csrfToken);
    expect(body).toMatchObject({
      jalorSecurityToken: member.csrfToken,
      user: { uid: member.id, creationDate: expect.stringMatching(/Z$/) },
    });
  });

  it("refuses nobody: an ended or unknown session counts as a visitor's", async () => {
    const member = await gateway().member();
    const strange = { ...member, cookie: "gateway_session=made-up" };
    expect((await gateway().ok("workspaceCurrent", {}, strange)).user).toBeNull();
    await gateway()
      .database.update(sessions)
      .set({ endedAt: new Date() })
      .where(eq(sessions.accountId, member.id));
    expect((await gateway().ok("workspaceCurrent", {}, member)).user).toBeNull();
  });
});

describe("current-user", () => {
  it("gives the member, or nobody", async () => {
    const member = await gateway().member();
    expect(await gateway().ok("currentUser", {}, member)).toEqual({
      user: { uid: member.id, nickName: member.nickname, icon: null },
    });
    expect(await gateway().ok("currentUser", {})).toEqual({ user: null });
  });

  it("answers 401 to a session that a newer one has ended (spec 4, session conflict)", async () => {
    const strict = new TestGateway(gateway().database, { sessionsPerAccount: 1 });
    const first = await strict.member();
    const second = await strict.signIn({ ...first, passwordHash: null });
    const { message } = await strict.refused("currentUser", {}, "SESSION_CONFLICT", first);
    expect(message).toBe("该账号已经在其他网站登录了");
    expect((await strict.ok("currentUser", {}, second)).user?.uid).toBe(first.id);
  });
});

describe("the personal detail", () => {
  it("has the sections that the member moderates; an administrator's are all", async () => {
    const [moderator, admin] = [await gateway().member(), await gateway().member({ admin: true })];
    const [one, other, third] = [
      await gateway().section({ moderators: [moderator] }),
      await gateway().section(),
      await gateway().section({ moderators: [moderator] }),
    ];
    const fids = async (member: typeof admin) => (await gateway().ok("getMyPersonalDetail", {}, member)).fids;
    expect(await fids(moderator)).toEqual([one.fid, third.fid]);
    expect(await fids(admin)).toEqual(expect.arrayContaining([one.fid, other.fid, third.fid]));
    expect(await fids(await gateway().member())).toEqual([]);
    expect((await gateway().ok("moderatorForumList", {}, moderator)).sections.map(({ fid }) => fid)).toEqual([
      one.fid,
      third.fid,
    ]);
    expect(await gateway().ok("moderatorForumList", {}, await gateway().member())).toEqual({ sections: [] });
    expect(await gateway().ok("userPermissions", {}, moderator)).toEqual({
      canPost: true,
      refusal: null,
      mutedUntil: null,
      muteReason: "",
      forumAdmin: true,
    });
  });

  it("counts unread notices by kind", async () => {
    const member = await gateway().member();
    const rows = (["system", "forum", "forum"] as const).map((kind) => ({
      accountId: member.id,
      kind,
      event: "test",
    }));
    await gateway()
      .database.insert(notifications)
      .values([...rows, { accountId: member.id, kind: "system", event: "test", readAt: new Date() }]);
    expect((await gateway().ok("getMyPersonalDetail", {}, member)).unread).toEqual({
      system: 1,
      forum: 2,
      inner: 0,
    });
  });

  it("says whether a phone is bound, and until when the member is muted", async () => {
    expect(await gateway().ok("checkPhone", {}, await gateway().member())).toEqual({ data: "checked" });
    expect(await gateway().ok("checkPhone", {}, await gateway().member({ phone: null }))).toEqual({
      data: "unbound",
    });
    const mutedUntil = new Date("2100-01-01T00:00:00.000Z");
    const muted = await gateway().member({ mutedUntil });
    expect(await gateway().ok("userPermissions", {}, muted)).toEqual({
      canPost: false,
      refusal: "MUTED",
      mutedUntil: mutedUntil.toISOString(),
      muteReason: "",
      forumAdmin: false,
    });
  });
});

describe("the operator's content", () => {
  const columns = [
    {
      id: "footer-1",
      name: "关于",
      linkurl: "",
      children: [{ id: "footer-1-1", name: "关于我们", linkurl: "/aboutUs" }],
    },
  ];
  const banners = [{ id: "b", title: "活动", image: "/gateway/files/x.svg", linkurl: "/eventActivities" }];

  it("is empty before a load", async () => {
    expect(await empty().ok("getFooterLink", {})).toEqual({ data: [] });
    expect(await empty().ok("getNavbar", {})).toEqual({ data: { products: [], resources: [] } });
    expect(await empty().ok("forumBanners", {})).toEqual({ banners: [] });
    expect(await empty().ok("getClause", { prottype: [1, 2, 3, 4, 5] })).toEqual({ data: [] });
  });

  describe("after a load", () => {
    beforeAll(async () => {
      await gateway()
        .database.insert(documents)
        .values([
          { key: "footer", value: { data: columns } },
          {
            key: "navbar",
            value: {
              data: { products: [{ id: "p", name: "芯片", linkurl: "", children: columns }], resources: [] },
            },
          },
          { key: "banners", value: { banners } },
        ]);
      const policy = {
        version: "2.0",
        source: "# x",
        html: "<h3>x</h3>",
        updatedAt: new Date("2026-01-02T03:04:05.000Z"),
      };
      await gateway()
        .database.insert(policies)
        .values([
          { id: "Disclaimer", title: "免责声明", ...policy },
          { id: "UserHidev", title: "用户声明", ...policy },
        ]);
      forget(gateway().services, { effect: "hides" });
    });

    it("is the answer of the calls", async () => {
      expect(await gateway().ok("getFooterLink", {})).toEqual({ data: columns });
      expect((await gateway().ok("getNavbar", {})).data.products[0]?.children).toEqual(columns);
      expect(await gateway().ok("forumBanners", {})).toEqual({ banners });
    });

    it("has the clauses in force by prottype, and the texts by id", async () => {
      expect(await gateway().ok("getClause", { prottype: [3, 1, 2, 3] })).toEqual({
        data: [
          { prottype: 3, id: "Disclaimer", title: "免责声明", version: "2.0" },
          { prottype: 1, id: "UserHidev", title: "用户声明", version: "2.0" },
        ],
      });
      const request = { type: "Windows", language: "zh_CN" } as const;
      expect(await gateway().ok("getDeclarationContent", { privacyId: "Disclaimer", ...request })).toEqual({
        result: "<h3>x</h3>",
        title: "免责声明",
        version: "2.0",
        updatedAt: "2026-01-02T03:04:05.000Z",
        inForce: "2.0",
        preview: false,
      });
      await gateway().refused(
        "getDeclarationContent",
        { privacyId: "userPolicy", ...request },
        "POLICY_NOT_FOUND",
      );
      await gateway().refused(
        "getDeclarationContent",
        { privacyId: "../secret", ...request },
        "INVALID_REQUEST",
      );
      await gateway().refused("getClause", { prottype: [6] }, "INVALID_REQUEST");
    });
  });

  it("has the access mode of the settings", async () => {
    expect(await gateway().ok("getConfig", {})).toEqual({ accessConfig: 1, registerConfig: 2 });
    forget(gateway().services, { effect: "hides" });
    expect(await new TestGateway(gateway().database, { accessConfig: 0 }).ok("getConfig", {})).toEqual({
      accessConfig: 0,
      registerConfig: 2,
    });
  });
});

describe("sections", () => {
  it("come in their groups, in their order", async () => {
    const [a, b, c] = [
      await gateway().section({ group: "甲" }),
      await gateway().section({ group: "乙" }),
      await gateway().section({ group: "甲" }),
    ];
    const { groups } = await gateway().ok("sectionList", {});
    const menu = groups
      .filter(({ name }) => name === "甲" || name === "乙")
      .map(({ name, sections }) => [name, sections.map(({ fid }) => fid)]);
    expect(menu).toEqual([
      ["甲", [a.fid, c.fid]],
      ["乙", [b.fid]],
    ]);
  });

  it("have their moderators, classes and rules", async () => {
    const moderator = await gateway().member();
    const { fid, classes } = await gateway().section({
      group: "丙",
      moderators: [moderator],
      rulesHtml: "<p>先搜再问</p>",
    });
    expect(await gateway().ok("sectionDetail", { fid })).toEqual({
      fid,
      name: `版块${fid}`,
      summary: "说明",
      icon: "cpu",
      topics: 0,
      posts: 0,
      postingClosed: false,
      archived: false,
      group: "丙",
      rulesHtml: "<p>先搜再问</p>",
      moderators: [{ uid: moderator.id, nickName: moderator.nickname, icon: null }],
      recommended: [],
      classes: [
        { id: classes[0], name: "求助", closed: false },
        { id: classes[1], name: "经验", closed: false },
      ],
      followers: 0,
      followed: false,
    });
    expect((await gateway().ok("topicClasses", { fid })).classes.map(({ name }) => name)).toEqual([
      "求助",
      "经验",
    ]);
  });
});
