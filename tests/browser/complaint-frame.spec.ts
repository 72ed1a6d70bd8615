import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { test as base, expect } from "./support/fixtures";

/**
 * A complaint page of another origin: it sends the report message, and shows each message that it gets, with its
 * origin.
 */
const complaintPage = `<!doctype html><meta charset="utf-8"><title>投诉</title><pre></pre><script>
addEventListener("message", (event) => {
  document.querySelector("pre").textContent = JSON.stringify({ from: event.origin, said: event.data });
});
parent.postMessage({ type: "loaded" }, "*");
</script>`;

const test = base.extend<object, { portal: GatewayPortal & { frames: string } }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
    async ({}, use) => {
      const server = createServer((_, response) =>
        response.setHeader("content-type", "text/html; charset=utf-8").end(complaintPage),
      );
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const frames = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const portal = await startGatewayPortal({ registerConfig: 1 }, undefined, {
        COMPLAINT_FRAME_URL: `${frames}/complain`,
        COMPLAINT_APP_ID: "our-app",
      });
      await use({ ...portal, frames });
      await portal.stop();
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: "worker", timeout: 120_000 },
  ],
  origin: async ({ portal }, use) => {
    await use(portal.origin);
  },
});

test("a complaint page of another origin gets the complaint's data; without scripts there is the form", async ({
  page,
  portal,
  visit,
  context,
  scripted,
  problems,
}) => {
  problems.expect(new RegExp(`request to another origin: ${portal.frames}/complain`));
  const { gateway } = portal;
  const [member, other] = [
    await gateway.member({ signedPolicies: { Disclaimer: "1.0" } }),
    await gateway.member(),
  ];
  const [name = "", value = ""] = member.cookie.split("=");
  await context.addCookies([{ name, value, url: portal.origin, httpOnly: true, sameSite: "Lax" }]);
  await visit(`/complaint?uid=${other.id}`);
  if (!scripted) {
    await expect(page.getByLabel("情况说明")).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    return;
  }
  const told = page.frameLocator("iframe").locator("pre");
  await expect(told).not.toBeEmpty();
  expect(JSON.parse((await told.textContent()) ?? "")).toEqual({
    from: portal.origin,
    said: {
      appId: "our-app",
      sceneId: "community-content",
      subSceneId: "user",
      deviceId: expect.stringMatching(/^[\w-]+$/),
      businessKey: `user-${other.id}`,
      additionalContext: {
        contentTitle: `用户 ${other.nickname}`,
        postId: "",
        postURL: `${portal.origin}/userhomepage?uid=${other.id}`,
      },
    },
  });
  await expect(page.getByLabel("情况说明")).toBeHidden();
});
