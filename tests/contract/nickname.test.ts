import { eq } from "drizzle-orm";
import { accounts } from "gateway/database/schema";
import { lookAlikeRefused } from "gateway/profile/nicknames";
import { createLimits } from "gateway/server/limits";
import { describe, expect, it } from "vitest";
import { next, startGateway, TestGateway } from "../support/gateway";

const gateway = startGateway();
const day = 86_400;

describe("a nickname", () => {
  it("can be chosen unless another person has one that looks the same", async () => {
    const [me] = [
      await gateway().member({ nickname: "阿岚Lan" }),
      await gateway().member({ nickname: "青芯Chip" }),
    ];
    const available = async (nickname: string) =>
      (await gateway().ok("verifyNickname", { nickname }, me)).available;
    expect(await available("没人用过")).toBe(true);
    for (const taken of ["青芯Chip", "青芯chip", "青芯ＣＨＩＰ", " 青芯Chip "])
      expect(await available(taken)).toBe(false);
    expect(await available("阿岚LAN")).toBe(true);
    for (const [nickname, message] of [
      ["", "请输入昵称"],
      ['a"b', "昵称存在特殊字符"],
      ["十一个汉字的昵称太长了", "昵称长度不超过10个汉字或20个英文字符"],
    ]) {
      for (const call of ["verifyNickname", "updateNickname"] as const)
        expect((await gateway().refused(call, { nickname }, "INVALID_REQUEST", me)).fields).toEqual({
          nickname: [message],
        });
    }
    const hurried = new TestGateway(gateway().database, {}, createLimits());
    for (let checked = 0; checked < 30; checked += 1)
      await hurried.ok("verifyNickname", { nickname: "没人用过" }, me);
    await hurried.refused("verifyNickname", { nickname: "没人用过" }, "TOO_FREQUENT", me);
  });

  it("cannot be one of the staff or the site; an existing one stays, and moderators get a notice", async () => {
    const moderator = await gateway().member({ nickname: "林默_RF" });
    await gateway().section({ moderators: [moderator] });
    const former = await gateway().member({ nickname: "林黙_RF" });
    const me = await gateway().member();
    for (const nickname of ["林黙-RF", "аdmin", "测试社区", "版主小王"]) {
      expect(await gateway().ok("verifyNickname", { nickname }, me)).toEqual({ available: false });
      const { message, fields } = await gateway().refused(
        "updateNickname",
        { nickname },
        "NICKNAME_TAKEN",
        me,
      );
      expect([message, fields]).toEqual([lookAlikeRefused, { nickname: [lookAlikeRefused] }]);
    }
    // Staff may use the name of their office.
    expect(await gateway().ok("verifyNickname", { nickname: "版主小林" }, moderator)).toEqual({
      available: true,
    });
    for (const [{ id }, looksLike] of [
      [former, "林默_RF"],
      [me, null],
      [moderator, null],
    ] as const)
      expect(await gateway().ok("forbiddenInfo", { uid: id }, moderator)).toMatchObject({ looksLike });
  });

  it("changes once in 30 days, and the refusal gives the next date", async () => {
    const moved = new TestGateway(gateway().database);
    const me = await moved.member();
    expect(await moved.ok("ifUpdateNickname", {}, me)).toEqual({ allowed: true, changeableAt: null });
    const nickname = `改名${next()}`;
    expect((await moved.ok("updateNickname", { nickname: ` ${nickname} ` }, me)).data).toBe("2");
    expect((await moved.ok("currentUser", {}, me)).user?.nickName).toBe(nickname);
    const { allowed, changeableAt } = await moved.ok("ifUpdateNickname", {}, me);
    expect([allowed, Math.round((Date.parse(changeableAt ?? "") - Date.now()) / 1000 / day)]).toEqual([
      false,
      30,
    ]);
    const { message, fields } = await moved.refused(
      "updateNickname",
      { nickname: "太快了" },
      "NICKNAME_TOO_SOON",
      me,
    );
    expect(message).toMatch(/^昵称每 30 天可修改一次，请在 \d{4}-\d\d-\d\d \d\d:\d\d 以后再修改$/);
    expect(fields).toEqual({ nickname: [message] });
    await moved.refused("updateNickname", { nickname }, "NOTHING_CHANGED", me);
    await moved.database
      .update(accounts)
      .set({ nicknameChangedAt: new Date(Date.now() - 30 * day * 1000) })
      .where(eq(accounts.id, me.id));
    expect(await moved.ok("ifUpdateNickname", {}, me)).toEqual({ allowed: true, changeableAt: null });
    await moved.ok("updateNickname", { nickname: nickname.replace("改", "又改") }, me);
  });

  it("is given to one of two people who choose it at the same moment", async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => gateway().member()));
    const answers = await Promise.all(
      members.map((member) => gateway().call("updateNickname", { nickname: "抢手的名字" }, member)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ errorCode: "NICKNAME_TAKEN" });
  });
});
