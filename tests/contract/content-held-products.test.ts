import { eq } from "drizzle-orm";
import { productParts } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { startEditing } from "../support/edited-catalogue";

const { gateway, call, load, change, make, publish, stands, pathOf } = startEditing(beforeEach);

const partOf = async (number: string) =>
  (await gateway().database.select().from(productParts).where(eq(productParts.number, number)))[0]?.productId;
const chip = {
  class: 11,
  summary: "站内的芯片",
  kind: "chip",
  state: "production",
  since: "2026-01-01",
};

describe("a load beside products of the browser", () => {
  it("leaves an order number with the listed product that has it, says so, and gives it over once it is free", async () => {
    const parts = [{ number: "A200-Q48", package: "QFN48" }];
    const key = await make("products", { ...chip, title: "站内芯片", parts });
    const product = "replacedBy: [{ product: 100";
    await change(product, `parts: [{ number: a200-q48, package: QFN48 }]\n${product}`, "products/a200.md");
    const { notices, changes } = await load();
    const said = "订货型号 a200-q48 内容包写在产品「A200」里，站内改过的产品「站内芯片」已经有它，留在那里";
    expect(notices).toContain(said);
    expect(changes.products).toMatchObject({ changed: 1 });
    expect([await partOf("A200-Q48"), await partOf("a200-q48")]).toEqual([Number(key), undefined]);
    // It is said each time, and nothing is written twice.
    const again = await load();
    expect([again.notices.includes(said), again.changes.products]).toEqual([true, undefined]);
    await publish("products", key, { parts: [] });
    expect((await load()).notices).not.toContain(said);
    expect(await partOf("a200-q48")).toBe(200);
  });

  it("knows the tag of a pack's product that was edited in the browser, when its version is taken", async () => {
    await publish("products", "200", { title: "A200 站内" });
    // A topic of the pack has this tag, and these loads bring no topics.
    await change("summary: 老芯片", "summary: 老芯片\ntag: 调试", "products/a200.md");
    await load();
    const seen = (await stands("products", "200")).conflict?.at;
    const taken = await call("decideContent", { kind: "products", key: "200", take: "pack", seen });
    expect(taken).toMatchObject({ status: 200 });
    expect((await gateway().ok("productInfo", { id: 200 })).tag).toMatchObject({ name: "调试" });
  });

  it("has nothing against a product that it wrote without a number and that was edited afterwards", async () => {
    const name = "A200 又改";
    const parts = [{ number: "A300-Q48", package: "QFN48" }];
    await make("products", { ...chip, title: "站内芯片二", parts });
    const product = "replacedBy: [{ product: 100";
    const numbers = "{ number: a200-q48, package: QFN48 }, { number: A300-Q48, package: QFN48 }";
    await change(product, `parts: [${numbers}]\n${product}`, "products/a200.md");
    await load();
    await publish("products", "200", { title: name });
    const said = async () => (await load()).notices.join();
    expect(await said()).not.toContain(name);
    // A pack that changes is decided, and its version can be taken without the number.
    await change("summary: 老芯片", "summary: 更老的芯片", "products/a200.md");
    expect(await said()).toContain(`产品「${name}」在站内改过，内容包里的不一样`);
    const seen = (await stands("products", "200")).conflict?.at;
    const taken = await call("decideContent", { kind: "products", key: "200", take: "pack", seen });
    expect(taken).toMatchObject({ status: 200 });
    expect(await partOf("A200-Q48")).toBeUndefined();
    expect(await partOf("a200-q48")).toBe(200);
    expect((await load()).changes.products).toBeUndefined();
  });

  it("reads the values of products anew whose class stays where the pack does not have it", async () => {
    const top = await make("classes", { title: "最上" });
    await publish("classes", "1", { parent: Number(top) });
    // Beneath the third level there is no room: the new class stands at the first, without the parameters above it.
    const own = "      - { id: 11, name: 无线芯片, parameters: [{ key: usb, name: USB, type: yes }] }";
    await change(own, own.replace(" }] }", " }], children: [{ id: 12, name: 小芯片 }] }"));
    await change("class: 11", "class: 12", "products/a100.md");
    const { notices } = await load();
    expect(await pathOf("12")).toEqual([12]);
    expect(notices.join()).toContain("有 4 个参数值不合分类现在的定义");
    expect(notices.join()).toContain("A100（M4）");
  });
});

describe("other makers' numbers of a product", () => {
  it.each([
    ["A-1", "型号不计符号至少要 3 个字符，否则搜不到"],
    ["A100", "A100 已经是本站的型号，搜它只会到那个产品"],
    ["a100 q48", "A100-Q48 已经是本站的型号，搜它只会到那个产品"],
    ["own 1", "OWN-1 已经是本站的型号，搜它只会到那个产品"],
    ["XB 77", "XB77 已经是本站的型号，搜它只会到那个产品"],
  ])("%s is refused: %s", async (number, message) => {
    const body = {
      ...chip,
      title: "XB77",
      parts: [{ number: "OWN-1", package: "QFN" }],
      crossReferences: [
        { number: "XM-1032", kind: "similar" },
        { number, kind: "similar" },
      ],
    };
    const answer = await call("saveContent", { kind: "products", base: 0, fresh: true, body });
    expect(answer).toMatchObject({ status: 400, body: { fields: { crossReferences_1_number: [message] } } });
  });
});
