import { eq } from "drizzle-orm";
import { recordStateChanges } from "gateway/content/load/catalogue/product-states";
import { productNotices, productStateChanges, products } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { tellLists } from "gateway/own-lists/news/tell-lists";
import { tellFollowersJob } from "gateway/products/tell-followers";
import { beforeAll, describe, expect, it } from "vitest";
import { addClasses, addNotice, addProducts, addResource } from "../support/catalogue";
import { type Member, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

beforeAll(async () => {
  await addClasses(gateway().database);
  await addProducts(
    gateway().database,
    [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `A${id}00` })),
  );
});

async function run(): Promise<void> {
  gateway().pass(61);
  await runDueJobs(gateway().services, [tellFollowersJob]);
}

const listOf = async (member: Member, name: string, kind: "product" | "resource", targets: number[]) =>
  (await gateway().ok("addToOwnList", { name, kind, targets, submissionId: submissionId() }, member)).id;

const noticesOf = async (member: Member) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "system" }, member)).notices.map(
    ({ event, list, product }) => ({ event, list, product: product?.id ?? null }),
  );

const changed = async (member: Member) =>
  (await gateway().ok("ownLists", {}, member)).lists.map((list) => list.changed);

/** A new state, as a load and an editor publish it. */
async function publishState(id: number, state: "lastBuy" | "discontinued"): Promise<void> {
  const { database, services } = gateway();
  await database.transaction(async (inside) => {
    await recordStateChanges(inside, [{ id, state }], services.now());
    await inside.update(products).set({ state }).where(eq(products.id, id));
  });
}

describe("the owner of a list", () => {
  it("is told once of a notice, in however many lists the parts stand, and not as a follower again", async () => {
    const owner = await gateway().member();
    await listOf(owner, "网关板", "product", [1, 2]);
    await listOf(owner, "备用", "product", [1]);
    await gateway().ok("follow", { kind: "product", target: 1 }, owner);
    await addNotice(gateway().database, { number: "PCN-1", productIds: [1, 2], kind: "pcn", toldAt: null });
    await run();
    await run();
    expect(await noticesOf(owner)).toEqual([
      {
        event: "listNews",
        product: null,
        list: {
          words: "「网关板」等 2 份清单",
          name: "A100",
          title: "通知 PCN-1",
          notice: "PCN-1",
          pk_rm_resource: null,
          product: 1,
        },
      },
    ]);
    expect(await changed(owner)).toEqual([true, true]);
  });

  it("chooses the kinds; the list shows every change, and what a follower wants to hear still comes", async () => {
    const owner = await gateway().member();
    const id = await listOf(owner, "只听停产", "product", [3]);
    await gateway().ok("saveOwnList", { id, name: "只听停产", told: ["eol"] }, owner);
    await addNotice(gateway().database, { number: "ERR-3", productIds: [3], kind: "errata", toldAt: null });
    await run();
    expect([await noticesOf(owner), await changed(owner)]).toEqual([[], [true]]);
    await gateway().ok("follow", { kind: "product", target: 3 }, owner);
    await addNotice(gateway().database, { number: "SEC-3", productIds: [3], kind: "security", toldAt: null });
    await addNotice(gateway().database, { number: "EOL-3", productIds: [3], kind: "eol", toldAt: null });
    await run();
    expect((await noticesOf(owner)).map(({ event, list }) => [event, list?.notice]).sort()).toEqual([
      ["listNews", "EOL-3"],
      ["productNotice", undefined],
    ]);
    const muted = await gateway().member();
    await listOf(muted, "安静", "product", [3]);
    await gateway().ok("saveNoticeSettings", { muted: ["listNews"], digest: "off" }, muted);
    await addNotice(gateway().database, { number: "EOL-3B", productIds: [3], kind: "eol", toldAt: null });
    await run();
    expect([await noticesOf(muted), await changed(muted)]).toEqual([[], [true]]);
  });

  it("is told of versions of a document, and of those of a part's documents", async () => {
    const { database } = gateway();
    const [reader, owner] = [await gateway().member(), await gateway().member()];
    await addResource(database, { id: 40, productId: 4 });
    await listOf(reader, "要看的", "resource", [40]);
    const id = await listOf(owner, "主控", "product", [4]);
    await addResource(database, { id: 41, productId: 4, version: "3.1", toldAt: null });
    await run();
    expect(await noticesOf(reader)).toEqual([]);
    expect(await noticesOf(owner)).toMatchObject([
      {
        event: "listNews",
        list: { words: "清单「主控」", name: "A400", title: "资源 41 3.1", pk_rm_resource: 41 },
      },
    ]);
    expect((await gateway().ok("ownList", { id }, owner)).parts).toMatchObject([
      { news: [{ kind: "version", title: "资源 41 3.1", pk_rm_resource: 41 }] },
    ]);
    await database.execute(
      `insert into resource_versions (resource_id, version, position, date, state, original_name, file_type, bytes, sha256, supports, entries)
       select resource_id, '2.0', 1, date, state, original_name, file_type, bytes, sha256, supports, entries from resource_versions where resource_id = 40`,
    );
    await run();
    expect(await noticesOf(reader)).toMatchObject([
      { event: "listNews", list: { words: "清单「要看的」", name: "资源 40", title: "2.0", product: null } },
    ]);
  });

  it("is told of a new state of the lifecycle, by whoever publishes it, and not of the same state again", async () => {
    const owner = await gateway().member();
    const id = await listOf(owner, "老板子", "product", [5]);
    await publishState(5, "lastBuy");
    await publishState(5, "lastBuy");
    const rows = await gateway()
      .database.select()
      .from(productStateChanges)
      .where(eq(productStateChanges.productId, 5));
    expect(rows).toMatchObject([{ before: "production", after: "lastBuy", toldAt: null }]);
    await run();
    expect(await noticesOf(owner)).toMatchObject([
      { list: { words: "清单「老板子」", name: "A500", title: "的状态变为“最后采购”", product: 5 } },
    ]);
    expect((await gateway().ok("ownList", { id }, owner)).parts).toMatchObject([
      { state: "lastBuy", news: [{ kind: "state", title: "变为最后采购" }] },
    ]);
  });

  it("says that they have seen the changes; what comes later is marked again", async () => {
    const owner = await gateway().member();
    const id = await listOf(owner, "看过的", "product", [6]);
    await addNotice(gateway().database, { number: "PCN-6", productIds: [6], kind: "pcn", toldAt: null });
    await run();
    const { asOf, changed: before, parts } = await gateway().ok("ownList", { id }, owner);
    expect([before, parts[0]?.news.map(({ notice }) => notice)]).toEqual([true, ["PCN-6"]]);
    gateway().pass(10);
    await gateway().ok("seenOwnList", { id, asOf }, owner);
    expect(await gateway().ok("ownList", { id }, owner)).toMatchObject({
      changed: false,
      parts: [{ news: [] }],
    });
    // An older page says nothing about what came after it.
    await addNotice(gateway().database, { number: "PCN-6B", productIds: [6], kind: "pcn", toldAt: null });
    await run();
    await gateway().ok("seenOwnList", { id, asOf }, owner);
    const later = await gateway().ok("ownList", { id }, owner);
    expect([later.changed, later.parts[0]?.news.map(({ notice }) => notice)]).toEqual([true, ["PCN-6B"]]);
    // A part that came after the news has none.
    await gateway().ok(
      "addToOwnList",
      { list: id, kind: "product", targets: [7], submissionId: submissionId() },
      owner,
    );
    expect((await gateway().ok("ownList", { id }, owner)).parts[1]).toMatchObject({ product: 7, news: [] });
  });

  it("has seen no more than the page showed: news that was under way then stays marked", async () => {
    const { database, services } = gateway();
    const owner = await gateway().member();
    const id = await listOf(owner, "同时", "product", [2]);
    await addNotice(database, { number: "PCN-2", productIds: [2], kind: "pcn", toldAt: null });
    await run();
    gateway().pass(5);
    // The job has written this, and its transaction ends after the page was read.
    const at = services.now();
    gateway().pass(5);
    const { asOf } = await gateway().ok("ownList", { id }, owner);
    await addNotice(database, { number: "PCN-2B", productIds: [2], kind: "pcn", toldAt: at });
    await tellLists(database, {
      kind: "pcn",
      productIds: [2],
      resourceId: null,
      what: { noticeNumber: "PCN-2B" },
      at,
    });
    await gateway().ok("seenOwnList", { id, asOf }, owner);
    const { changed: isChanged, parts } = await gateway().ok("ownList", { id }, owner);
    expect([isChanged, parts[0]?.news.map(({ notice }) => notice)]).toEqual([true, ["PCN-2B"]]);
  });

  it("reads that a notice was withdrawn", async () => {
    const owner = await gateway().member();
    await listOf(owner, "撤下的", "product", [7]);
    await addNotice(gateway().database, { number: "PCN-7", productIds: [7], toldAt: null });
    await run();
    await gateway()
      .database.update(productNotices)
      .set({ delistedAt: new Date() })
      .where(eq(productNotices.number, "PCN-7"));
    expect(await noticesOf(owner)).toEqual([{ event: "listNews", list: null, product: null }]);
  });
});
