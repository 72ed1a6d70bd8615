import { describe, expect, test } from "vitest";
import { linkOn, oneShellOf, phoneAgent, signedIn, visitor } from "./support";

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
    const page = await admin.get(address);
    const link = linkOn(page, /as=csv/);
    const at = link.replace("&as=csv", "");
    const file = await admin.get(link);
    expect([file.status, file.html.startsWith("编号,产品,状态,版本,")]).toEqual([200, true]);
    expect((await admin.fetchPage(`${at}&as=xlsx`)).status).toBe(200);
    expect((await admin.get(`${at}&as=ods`)).status).toBe(404);
    const same = await admin.submit(page, { intent: "file" }, { table: csv(file.html) });
    expect(same.text).toContain("没有要改的");
    expect((await admin.submit(page, { intent: "file" })).text).toContain("请先选择文件");
    const lines = file.html.split("\r\n");
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

  test("keep the page with the changes, with all of it, when its form comes back", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const [row] = page
      .$("[name^=b_]")
      .get()
      .slice(1)
      .map((input) => page.$(input).attr("name")?.slice(2) ?? "");
    const [sleep, supply] = [`c_${row}_sleep`, `c_${row}_supply`];
    const own = {
      [sleep]: mark === "甲" ? "43 µA" : "53 µA",
      [supply]: mark === "甲" ? "2.1~3.1 V" : "2.2~3.2 V",
    };
    const theirs = {
      [sleep]: mark === "甲" ? "44 µA" : "54 µA",
      [supply]: mark === "甲" ? "2.3~3.3 V" : "2.4~3.4 V",
    };
    const mine = await admin.submit(page, { intent: "check" }, own);
    const title = "会改 1 个产品的 2 个参数";
    expect(mine.$("#changes-title").text()).toContain(title);
    const long = await admin.submit(mine, { intent: "apply:publish" }, { why: "长".repeat(201) });
    expect([long.status, long.$("#changes-title").text().includes(title)]).toEqual([400, true]);
    expect([long.text.includes("说明不能超过"), long.$("[name=why]").attr("value")?.length]).toEqual([
      true,
      201,
    ]);
    const expired = await admin.submit(mine, { intent: "apply:draft" }, { csrf: "x" });
    expect([expired.status, expired.$("#changes-title").text().includes(title)]).toEqual([403, true]);
    const undecided = new FormData();
    for (const name of ["csrf", "class", "plan"])
      undecided.append(name, mine.$(`form:has(#changes-title) [name=${name}]`).attr("value") ?? "");
    const open = await admin.post(mine.url, undecided);
    expect([open.status, open.$("#changes-title").text().includes(title)]).toEqual([400, true]);
    expect(open.text).toContain("没有说明要怎么处理");
    const back = await admin.submit(open, { intent: "again" });
    expect(back.$(`[name=${sleep}]`).attr("value")).toBe(own[sleep]);

    // Somebody stores a draft with other values meanwhile.
    const other = await admin.submit(await admin.get(address), { intent: "check" }, theirs);
    await admin.submit(other, { intent: "apply:draft" });
    const asked = await admin.submit(mine, { intent: "apply:publish" });
    expect([asked.status, asked.text.includes("是在你填表之后存的")]).toEqual([422, true]);
    const choice = (name: string) => `t_${row}_${name}`;
    const half = await admin.submit(asked, { intent: "apply:publish" }, { [choice("sleep")]: "own" });
    expect([half.status, half.text.includes("请选一份")]).toEqual([422, true]);
    expect(half.$(`[name=${choice("sleep")}][checked]`).attr("value")).toBe("own");
    expect(half.$(`[name=${choice("supply")}]`).attr("aria-invalid")).toBe("true");
    const done = await admin.submit(half, { intent: "apply:publish" }, { [choice("supply")]: "theirs" });
    expect(done.text).toContain("已改好并发布 1 个产品");
    const after = await admin.get(address);
    expect([sleep, supply].map((name) => after.$(`[name=${name}]`).attr("value"))).toEqual([
      own[sleep],
      theirs[supply],
    ]);
  });

  test("do not publish another editor's draft that was not seen", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const [, , row] = page
      .$("[name^=b_]")
      .get()
      .map((input) => page.$(input).attr("name")?.slice(2) ?? "");
    const [sleep, supply] = [`c_${row}_sleep`, `c_${row}_supply`];
    const mine = await admin.submit(
      page,
      { intent: "check" },
      { [sleep]: mark === "甲" ? "45 µA" : "55 µA" },
    );
    const draft = mark === "甲" ? "2.5~3.5 V" : "2.6~3.6 V";
    const other = await admin.submit(await admin.get(address), { intent: "check" }, { [supply]: draft });
    await admin.submit(other, { intent: "apply:draft" });
    const asked = await admin.submit(mine, { intent: "apply:publish" });
    expect([asked.status, asked.text.includes("刚刚有了别人没发布的修改")]).toEqual([422, true]);
    const isShown = async () =>
      (await visitor(headers).get(`${prefix}/products/details/${row}`)).text.includes(draft);
    expect(await isShown()).toBe(false);
    expect((await admin.submit(asked, { intent: "apply:publish" })).text).toContain("已改好并发布 1 个产品");
    expect(await isShown()).toBe(true);
  });

  test("say that a product waits for its time, and publish it before that only if asked", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(address);
    const [row] = page
      .$("[name^=b_]")
      .get()
      .map((input) => page.$(input).attr("name")?.slice(2) ?? "");
    const sleep = `c_${row}_sleep`;
    const first = await admin.submit(
      page,
      { intent: "check" },
      { [sleep]: mark === "甲" ? "46 µA" : "56 µA" },
    );
    await admin.submit(first, { intent: "apply:draft" });
    const piece = await admin.get(`${prefix}/moderator/content/products/${row}`);
    // The page takes the time in Beijing.
    const publishTime = new Date(Date.now() + 10 * 3_600_000).toISOString().slice(0, 16);
    await admin.submit(piece, { intent: "schedule" }, { publishTime });
    const change = { [sleep]: mark === "甲" ? "47 µA" : "57 µA" };
    const shown = await admin.submit(await admin.get(address), { intent: "check" }, change);
    expect(shown.$("tbody").text()).toContain("定时");
    const refused = await admin.submit(shown, { intent: "apply:publish" });
    expect([refused.status, refused.text.includes("要现在就发布，请先勾选")]).toEqual([422, true]);
    const done = await admin.submit(refused, { intent: "apply:publish" }, { early: "on" });
    expect(done.text).toContain("已改好并发布 1 个产品");
  });

  test("are the editors' alone", async () => {
    const member = await signedIn("member", headers);
    expect((await member.get(address)).url.pathname).not.toContain("moderator");
    const file = await member.get(`/moderator/content/table?class=${klass}&as=csv`);
    expect(file.text).not.toContain("编号,产品");
  });
});
