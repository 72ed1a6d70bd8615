import { nickname } from "contract/account/identity";
import { takenFor } from "gateway/profile/look-alikes";
import { describe, expect, it } from "vitest";

/** Names that look like others. */

const site = { staff: ["林默_RF", "青芯小管家", "Linus-Tools"], siteName: "青芯开发者社区" };

describe("a name that looks like one of the staff or the site", () => {
  it.each([
    ["林黙_RF", "林默_RF"],
    ["林默-RF", "林默_RF"],
    ["林默RF", "林默_RF"],
    ["林默_ＲＦ", "林默_RF"],
    ["林默_ᎡF", "林默_RF"],
    ["林默 RF", "林默_RF"],
    ["青芯小菅家", "青芯小管家"],
    ["青蕊小管家", "青芯小管家"],
    ["靑芯小管家", "青芯小管家"],
    ["青芯小管冢", "青芯小管家"],
    ["青芯㣺管家", "青芯小管家"],
    ["Iinus-tools", "Linus-Tools"],
    ["1inus tools", "Linus-Tools"],
    ["Lіnuѕ-Tооls", "Linus-Tools"],
    ["аdmin", "社区官方"],
    ["ADMIN", "社区官方"],
    ["Аdmin", "社区官方"],
    ["ɑdmin", "社区官方"],
    ["a.d.m.i.n", "社区官方"],
    ["𝐚𝐝𝐦𝐢𝐧", "社区官方"],
    ["管理員", "社区官方"],
    ["菅理员小王", "社区官方"],
    ["版主", "社区官方"],
    ["板主01", "社区官方"],
    ["青芯開發者社區", "青芯开发者社区"],
    ["青芯开发者社区客服", "青芯开发者社区"],
  ])("%s: %s", (name, whom) => {
    expect(takenFor(name, site)).toBe(whom);
  });

  it.each([
    "林墨",
    "青芯爱好者",
    "小管家",
    "王小明",
    "adam",
    "Linus",
    "管理学徒",
    "badminton",
    "ルナ",
    "김철수",
    "🙂",
  ])("%s: nobody", (name) => {
    expect(takenFor(name, site)).toBeNull();
  });

  it("staff may use the name of their office, and not another's", () => {
    const ofStaff = { ...site, siteName: null };
    expect(takenFor("版主小林", ofStaff)).toBeNull();
    expect(takenFor("林黙_RF", ofStaff)).toBe("林默_RF");
  });
});

describe("a nickname needs a visible character", () => {
  it.each([
    "\u2800",
    "\u2800\u2800a\u2800".replace("a", ""),
    "\u3164",
    "\u0301",
    "\ufe0f",
    "\u{1D159}",
    "\u115f\u1160",
  ])("%j is refused", (name) => {
    expect(nickname.safeParse(name).success).toBe(false);
  });
  it.each(["一", "🙂", "é", "C++"])("%s is accepted", (name) => {
    expect(nickname.safeParse(name).success).toBe(true);
  });
});
