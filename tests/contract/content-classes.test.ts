import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { startEditing } from "../support/edited-catalogue";

type Body = Record<string, unknown>;
interface Parameter {
  key: string;
}

const parameter = (key: string, more: Body = {}) => ({ key, name: key, type: "number", unit: "V", ...more });

describe("the tree of classes", () => {
  const editing = startEditing();
  const { call, stands, make, pathOf, storedValue } = editing;

  it("keeps what stands in a class, and a middle class comes back", async () => {
    const top = await make("classes", { title: "上" });
    const middle = await make("classes", { title: "中", parent: Number(top) });
    const low = await make("classes", { title: "下", parent: Number(middle) });
    const withdraw = (key: string) => call("withdrawContent", { kind: "classes", key });
    expect(await withdraw(middle)).toMatchObject({
      status: 409,
      body: { errorCode: "CONTENT_NEEDED", message: expect.stringContaining("1 个下级分类") },
    });
    expect(await withdraw("11")).toMatchObject({
      body: { message: expect.stringContaining("2 个产品") },
    });
    expect((await withdraw(low)).status).toBe(200);
    expect((await withdraw(middle)).status).toBe(200);
    await editing.publish("classes", middle, { summary: "又来" });
    await editing.publish("classes", low, {});
    expect(await pathOf(low)).toEqual([top, middle, low].map(Number));
    // A class that is no choice any more stays one in the forms that have it.
    expect((await withdraw(low)).status).toBe(200);
    const { body } = await editing.save("classes", "11", { parent: Number(low) });
    expect(body).toMatchObject({ fields: { parent: ["分类“下”已下架，请换一个"] } });
  });

  it("has each key once on every path, and no product loses a value when a class moves or changes", async () => {
    const above = await make("classes", { title: "电源", parameters: [parameter("voltage")] });
    const moved = await make("classes", { title: "模块" });
    await make("classes", { title: "小模块", parent: Number(moved), parameters: [parameter("voltage")] });
    expect(await editing.save("classes", moved, { parent: Number(above) })).toMatchObject({
      status: 400,
      body: { fields: { parent: ["分类“电源”和“小模块”都有代号 voltage"] } },
    });
    const away = await editing.save("classes", "11", { parent: Number(above) });
    expect(away).toMatchObject({ status: 400, body: { fields: { parent: expect.any(Array) } } });
    expect(JSON.stringify(away.body)).toContain(
      "参数 current 在那里没有，或者定义不同，但有 1 个产品写了它的值：A100（500 mA）",
    );
    const { parameters } = (await stands("classes", "1")).body as { parameters: Parameter[] };
    const without = parameters.filter(({ key }) => key !== "current");
    expect(await editing.save("classes", "1", { parameters: without })).toMatchObject({
      status: 400,
      body: { fields: { parameters: [expect.stringContaining("参数 current 没有了，但有 1 个产品")] } },
    });
    // With the same key and another meaning the values are read anew.
    const other = await make("classes", {
      title: "另一处",
      parameters: [
        parameter("current", { type: "text", unit: "" }),
        parameter("supply", { type: "range" }),
        parameter("core", { type: "choice", unit: "", choices: ["M4"] }),
      ],
    });
    await editing.publish("classes", "11", { parent: Number(other) });
    expect(await storedValue(100, "current")).toEqual({ shown: "500 mA" });
    await editing.publish("classes", "11", { parent: 1 });
    expect(await storedValue(100, "current")).toEqual({ shown: "500 mA", low: 0.5, high: 0.5 });
  });

  it("takes odd keys and characters for what they are", async () => {
    for (const kind of ["products", "classes"] as const)
      for (const key of ["abc", "9999999999"]) {
        const body = {
          title: "x",
          ...(kind === "products" ? { parts: [{ number: "Z1", package: "Q" }] } : {}),
        };
        expect([key, (await call("saveContent", { kind, key, base: 0, body })).status]).toEqual([key, 404]);
        expect(await call("saveContent", { kind, key, base: 0, fresh: true, body })).toMatchObject({
          status: 400,
          body: { fields: { key: ["没有这个编号"] } },
        });
      }
    const fresh = { base: 0, fresh: true };
    const odd = parameter("volt", { unit: "\u202eV\u0007" });
    const made = await call("saveContent", {
      kind: "classes",
      ...fresh,
      body: { title: "x", parameters: [odd] },
    });
    expect(made).toMatchObject({ status: 200 });
    const { key } = made.body as { key: string };
    expect((await stands("classes", key)).body.parameters).toMatchObject([{ unit: "V" }]);
    for (const bad of ["constructor", "toString", "valueOf"])
      expect(
        await call("saveContent", {
          kind: "classes",
          ...fresh,
          body: { title: "x", parameters: [parameter(bad)] },
        }),
      ).toMatchObject({
        status: 400,
        body: { fields: { parameters_0_key: ["这个代号有别的用处，请换一个"] } },
      });
    const params = await call("saveContent", {
      kind: "products",
      ...fresh,
      body: { title: "x", params: { core: ["M\u202e4"] } },
    });
    const made2 = (params.body as { key: string }).key;
    expect((await stands("products", made2)).body.params).toEqual({ core: ["M4"] });
    const buy = [{ name: "x", url: "https://a/\u202e" }];
    const parts = [{ number: "Z1", package: "Q", buy }];
    expect(
      await call("saveContent", { kind: "products", ...fresh, body: { title: "x", parts } }),
    ).toMatchObject({ status: 400, body: { fields: { parts_0_buy: ["应是 https:// 地址"] } } });
    const revisions = [{ revision: "B0", errata: "ERR-1、ERR-2 ERR-1" }];
    expect(
      await call("saveContent", { kind: "products", ...fresh, body: { title: "x", revisions } }),
    ).toMatchObject({ status: 400, body: { fields: { revisions: ["第 1 行仍有的勘误：有编号写了两次"] } } });
  });
});

describe("a load", () => {
  const editing = startEditing();
  const { gateway, call, stands, load, change, make, pathOf, storedValue } = editing;

  it("leaves classes of the browser in their place, and what they need", async () => {
    const top = await make("classes", { title: "最上" });
    await editing.publish("classes", "1", { parent: Number(top) });
    await load();
    expect(await pathOf("11")).toEqual([Number(top), 1, 11]);
    // It changes nothing, so products stay in the search.
    const unwritten = await gateway().database.execute(sql`select 1 from products where search is null`);
    expect((unwritten as unknown as { rows: unknown[] }).rows).toEqual([]);
    // The pack puts a class below the lowest level: it stays where it is, or at the first.
    const own = "      - { id: 11, name: 无线芯片, parameters: [{ key: usb, name: USB, type: yes }] }";
    const child = own.replace(" }] }", " }], children: [{ id: 12, name: 小芯片 }] }");
    await change(own, child);
    expect((await load()).notices.join()).toContain("产品分类「小芯片」留在原来的上级下面");
    expect(await pathOf("12")).toEqual([12]);
    await change(child, own);
    // A class that left the pack stays while a class of the browser needs it.
    await change(own, `${own}\n  - { id: 13, name: 旧类 }`);
    await load();
    await make("classes", { title: "旧类之下", parent: 13 });
    await change(`\n  - { id: 13, name: 旧类 }`, "");
    expect((await load()).notices.join()).toContain("产品分类「旧类」内容包里没有了");
    expect((await gateway().ok("productClass", { id: 13 })).delisted).toBe(false);
  });

  it("that defines a parameter otherwise names the products of the browser that do not fit, and so does taking it", async () => {
    await editing.publish("products", "100", { title: "A100 站内" });
    await change("key: supply, name: 供电, unit: V", "key: supply, name: 供电, unit: A");
    await change("supply: 1.8~3.6 V, ", "", "products/a100.md");
    // The class is the browser's too: nothing changes until the pack's is taken, which names the product.
    await editing.publish("classes", "1", { summary: "站内" });
    await load();
    expect(await storedValue(100, "supply")).toMatchObject({ low: 1.8, high: 3.6 });
    const seen = (await stands("classes", "1")).conflict?.at;
    const take = await call("decideContent", { kind: "classes", key: "1", take: "pack", seen });
    expect(take).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("A100 站内（1.8~3.6 V）：单位应为 A") },
    });
    // A class of the pack: the value stays shown, and leaves the filters.
    await change("key: usb, name: USB, type: yes", "key: usb, name: USB, type: number, unit: A");
    await change(", usb: true", "", "products/a100.md");
    const { notices } = await load();
    expect(notices.join()).toContain("有 1 个参数值不合分类现在的定义");
    expect(await storedValue(100, "usb")).toEqual({ shown: "支持" });
    await change("key: usb, name: USB, type: number, unit: A", "key: usb, name: USB, type: yes");
    await load();
    expect(await storedValue(100, "usb")).toEqual({ shown: "支持", yes: true });
  });
});
