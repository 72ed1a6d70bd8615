import { eq } from "drizzle-orm";
import { resourceVersions } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { tellFollowersJob } from "gateway/products/tell-followers";
import { beforeAll, describe, expect, it } from "vitest";
import { addClasses, addNotice, addProducts, addResource } from "../support/catalogue";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();
let [follower, muted]: Member[] = [];

beforeAll(async () => {
  const { database } = gateway();
  await addClasses(database);
  await addProducts(database, [{ id: 1, name: "A100" }, { id: 2, name: "A200" }, { id: 3 }]);
  [follower, muted] = [await gateway().member(), await gateway().member()];
  for (const target of [1, 2]) await gateway().ok("follow", { kind: "product", target }, follower);
  await gateway().ok("follow", { kind: "product", target: 1 }, muted);
  await gateway().ok(
    "saveNoticeSettings",
    { muted: ["productVersion", "productNotice"], digest: "off" },
    muted,
  );
});

/** A member who follows the third product alone. */
async function another(): Promise<Member> {
  const other = await gateway().member();
  await gateway().ok("follow", { kind: "product", target: 3 }, other);
  return other;
}

async function run(): Promise<void> {
  gateway().pass(61);
  await runDueJobs(gateway().services, [tellFollowersJob]);
}

const noticesOf = async (member: Member | undefined) =>
  (await gateway().ok("queryDcmMessageByUser", { type: "system" }, member)).notices.map(
    ({ event, product }) => ({ event, product }),
  );

describe("the followers of a product", () => {
  it("get one notice of a new version and of a notice, whichever of its products they follow", async () => {
    const { database } = gateway();
    const other = await another();
    const version = await addResource(database, { id: 10, productId: 1, version: "2.0", toldAt: null });
    await addNotice(database, { number: "PCN-1", productIds: [1, 2], toldAt: null });
    await run();
    await run();
    expect(await noticesOf(follower)).toEqual(
      expect.arrayContaining([
        {
          event: "productVersion",
          product: { id: 1, name: "A100", title: "资源 10 2.0", notice: null, pk_rm_resource: 10 },
        },
        {
          event: "productNotice",
          product: { id: 1, name: "A100", title: "通知 PCN-1", notice: "PCN-1", pk_rm_resource: null },
        },
      ]),
    );
    expect(await noticesOf(follower)).toHaveLength(2);
    expect([await noticesOf(muted), await noticesOf(other)]).toEqual([[], []]);
    const [row] = await database.select().from(resourceVersions).where(eq(resourceVersions.id, version));
    expect(row?.toldAt).not.toBeNull();
  });

  it("get no notice of the first load, of withdrawn content, or of content that was taken down since", async () => {
    const { database } = gateway();
    const other = await another();
    await addResource(database, { id: 11, productId: 3 });
    const withdrawn = await addResource(database, { id: 12, productId: 3, toldAt: null });
    await database
      .update(resourceVersions)
      .set({ state: "withdrawn" })
      .where(eq(resourceVersions.id, withdrawn));
    await run();
    expect(await noticesOf(other)).toEqual([]);
    const told = await addResource(database, { id: 13, productId: 3, toldAt: null });
    await run();
    expect(await noticesOf(other)).toHaveLength(1);
    await database
      .update(resourceVersions)
      .set({ delistedAt: new Date() })
      .where(eq(resourceVersions.id, told));
    expect(await noticesOf(other)).toEqual([{ event: "productVersion", product: null }]);
  });
});

describe("the addresses of pictures", () => {
  it("are given once for each stored name, for some hours; empty and long names are skipped", async () => {
    const picture = "0123456789abcdef0123456789abcdef.png";
    const { files } = await import("gateway/database/schema");
    await gateway()
      .database.insert(files)
      .values([
        { name: picture, type: "image/png", content: Buffer.from("x") },
        { name: "0123456789abcdef0123456789abcdee.pdf", type: "application/pdf", content: Buffer.from("x") },
      ]);
    const { result } = await gateway().ok("getBatchUrl", {
      s3names: [picture, "", picture, "a".repeat(40), "none.png", "0123456789abcdef0123456789abcdee.pdf"],
    });
    expect(result).toHaveLength(1);
    expect(result[0]?.[picture]).toMatch(/^\/gateway\/files\/[0-9a-f]{32}\.png\?Expires=\d+&Signature=/);
    const later = async () =>
      (await gateway().ok("getBatchUrl", { s3names: [picture] })).result[0]?.[picture];
    const now = await later();
    gateway().pass(13 * 3_600);
    expect(await later()).not.toBe(now);
    await gateway().refused("getBatchUrl", { s3names: Array(101).fill("x") }, "INVALID_REQUEST");
  });
});
