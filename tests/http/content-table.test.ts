import { describe, expect, test } from "vitest";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

/** A class of the demo pack, and three of its products. */
const klass = 1102;

describe.each(shells)("the parameters of a class as a table, %s", (_shell, prefix, mark, headers) => {
  const address = `${prefix}/moderator/content/products?table=${klass}`;
  const csv = (text: string) => new File([text], "参数.csv", { type: "text/csv" });

  test("are typed without JavaScript, shown before they are written, and published", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const [row] = page
      .$("[name^=b_]")
      .get()
      .map((input) => page.$(input).attr("name")?.slice(2) ?? "");
    const cell = (key: string) => `c_${row}_${key}`;
    const stands = page.$(`[name=${cell("supply")}]`).attr("value") ?? "";
    // What is wrong is said at its cell, and everything typed stays.
    const wrong = await admin.submit(
      page,
      { intent: "check" },
      { [cell("supply")]: "五伏", [cell("sleep")]: "3 µA" },
    );
    expect([wrong.status, wrong.$(`[name=${cell("supply")}]`).attr("aria-invalid")]).toEqual([422, "true"]);
    expect(wrong.$(`[name=${cell("sleep")}]`).attr("value")).toBe("3 µA");
    const supply = mark === "甲" ? "1.5~3.5" : "1.4~3.4";
    const shown = await admin.submit(wrong, { intent: "check" }, { [cell("supply")]: supply });
    expect([shown.status, shown.$("#changes-title").text().includes("还没有写入")]).toEqual([200, true]);
    expect(shown.$("tbody").text()).toContain(`${supply} V`);
    const again = await admin.submit(shown, { intent: "again" });
    expect(again.$(`[name=${cell("supply")}]`).attr("value")).toBe(`${supply} V`);
    const anew = await admin.submit(again, { intent: "check" });
    const done = await admin.submit(anew, { intent: "apply:publish" }, { why: `按手册${mark}` });
    expect(done.text).toContain("已改好并发布 1 个产品");
    const product = await visitor(headers).get(`${prefix}/products/details/${row}`);
    expect([stands === `${supply} V`, product.text.includes(`${supply} V`)]).toEqual([false, true]);
    const versions = await admin.get(`${prefix}/moderator/content/products/${row}/versions`);
    expect(versions.text).toContain(`按手册${mark}`);
  });

  test("leave as a file and come back: nothing changed, mistakes by line, another editor's value is decided", async () => {
    const admin = await signedIn("admin", headers);
    const at = `${prefix}/moderator/content/table?class=${klass}`;
    const file = await admin.get(`${at}&as=csv`);
    expect([file.status, file.text.startsWith("编号,产品,状态,版本,")]).toEqual([200, true]);
    expect((await admin.get(`${at}&as=ods`)).status).toBe(404);
    const page = await admin.get(address);
    const same = await admin.submit(page, { intent: "file" }, { table: csv(file.text) });
    expect(same.text).toContain("没有要改的");
    expect((await admin.submit(page, { intent: "file" })).text).toContain("请先选择文件");
    const lines = file.text.split("\r\n");
    const [key = ""] = (lines[1] ?? "").split(",");
    const wrong = [...lines];
    wrong.splice(2, 1, "9,没有", `${key},又一次`);
    const refused = await admin.submit(page, { intent: "file" }, { table: csv(wrong.join("\r\n")) });
    expect([refused.status, refused.$("#problems-title").text().includes("有 2 处")]).toEqual([422, true]);
    // Somebody changes the value after the file was taken.
    const sleep = `c_${key}_sleep`;
    const theirs = mark === "甲" ? "41 µA" : "51 µA";
    const own = mark === "甲" ? "42 µA" : "52 µA";
    const shown = await admin.submit(page, { intent: "check" }, { [sleep]: theirs });
    await admin.submit(shown, { intent: "apply:draft" });
    const at4 = (lines[0] ?? "").split(",").findIndex((name) => name.includes("深睡电流"));
    const cells = (lines[1] ?? "").split(",");
    cells[at4] = own;
    const asked = await admin.submit(
      page,
      { intent: "file" },
      { table: csv([lines[0], cells.join(",")].join("\r\n")) },
    );
    const decision = `t_${key}_sleep`;
    expect(asked.$(`[name=${decision}]`).length).toBe(2);
    const kept = await admin.submit(asked, { intent: "apply:draft" }, { [decision]: "theirs" });
    expect(kept.text).toContain("什么都没有写入");
    const taken = await admin.submit(asked, { intent: "apply:draft" }, { [decision]: "own" });
    expect(taken.text).toContain("已改好 1 个产品，存为草稿");
    expect((await admin.get(address)).$(`[name=${sleep}]`).attr("value")).toBe(own);
  });

  test("are the editors' alone", async () => {
    const member = await signedIn("member", headers);
    expect((await member.get(address)).url.pathname).not.toContain("moderator");
    const file = await member.get(`${prefix}/moderator/content/table?class=${klass}&as=csv`);
    expect(file.text).not.toContain("编号,产品");
  });
});
