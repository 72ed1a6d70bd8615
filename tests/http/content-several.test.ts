import { describe, expect, test } from "vitest";
import { oneShellOf, phoneAgent, signedIn } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

describe.each(shells)("several pieces of a list, %s", (_shell, prefix, mark, headers) => {
  const address = `${prefix}/moderator/content/news`;

  test("are taken down and published again after a question that names them, without JavaScript", async () => {
    const admin = await signedIn("admin", headers);
    const list = await admin.get(`${address}?state=published`);
    const [one = "", two = ""] = list
      .$("[name=ids]")
      .get()
      .slice(mark === "甲" ? 0 : 2)
      .map((box) => list.$(box).attr("value") ?? "");
    const none = await admin.submit(list, { intent: "several:withdraw" }, { why: "清理" });
    expect([none.status, none.text.includes("请先选择要处理的内容")]).toEqual([400, true]);
    const bare = await admin.submit(list, { intent: "several:withdraw" }, { ids: [one, two] });
    expect([bare.status, bare.text.includes("请填写理由")]).toEqual([400, true]);
    const asked = await admin.submit(bare, { intent: "several:withdraw" }, { ids: [one, two], why: "过期" });
    expect(asked.text).toContain("下架 2 份资讯？");
    expect(asked.text).toContain(`（${one}）`);
    const done = await admin.submit(asked, { intent: "several:withdraw" });
    expect(done.text).toContain("已下架 2 份");
    const down = await admin.get(`${address}?state=withdrawn`);
    expect(
      down
        .$("[name=ids]")
        .get()
        .map((box) => down.$(box).attr("value")),
    ).toEqual(expect.arrayContaining([one, two]));
    const again = await admin.submit(down, { intent: "several:publish" }, { ids: [one, two], why: "还要" });
    expect(again.text).toContain("发布 2 份资讯？");
    const back = await admin.submit(again, { intent: "several:publish" });
    expect(back.text).toContain("已发布 2 份");
    const same = await admin.submit(
      await admin.get(address),
      { intent: "several:publish" },
      { ids: [one], why: "再来" },
    );
    expect([same.status, same.text.includes("不用再发布")]).toEqual([422, true]);
  });
});
