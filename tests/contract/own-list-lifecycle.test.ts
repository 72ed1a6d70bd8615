import { runDueJobs } from "gateway/jobs";
import { tellFollowersJob } from "gateway/products/tell-followers";
import { describe, expect, it } from "vitest";
import { startEditing } from "../support/edited-catalogue";
import { submissionId } from "../support/gateway";

const { gateway, load, change, publish } = startEditing();

/** The changes of the lifecycle that the list of a new member shows of a product after it was changed. */
async function toldOf(product: number, publishes: () => Promise<unknown>): Promise<unknown[]> {
  const owner = await gateway().member();
  const { id } = await gateway().ok(
    "addToOwnList",
    { name: "网关板", kind: "product", targets: [product], submissionId: submissionId() },
    owner,
  );
  await publishes();
  gateway().pass(61);
  await runDueJobs(gateway().services, [tellFollowersJob]);
  const { parts } = await gateway().ok("ownList", { id }, owner);
  const { notices } = await gateway().ok("queryDcmMessageByUser", { type: "system" }, owner);
  return [parts[0]?.news.map(({ title }) => title), notices.map(({ list }) => list?.title)];
}

describe("the owner of a list is told of a product's new state", () => {
  it("that a load of the pack brings", async () => {
    const told = await toldOf(100, async () => {
      await change("state: 量产", "state: 不推荐新设计", "products/a100.md");
      await load();
    });
    expect(told).toEqual([["变为不推荐新设计"], ["的状态变为“不推荐新设计”"]]);
  });

  it("that an editor publishes in the browser", async () => {
    const told = await toldOf(200, () => publish("products", "200", { state: "discontinued" }));
    expect(told).toEqual([["变为停产"], ["的状态变为“停产”"]]);
  });
});
