import { htmlBytesMax, pageTextsBytesMax } from "contract/base/constants";
import { replyContentMax } from "contract/forum/constants";
import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { posts } from "gateway/database/schema";
import { expect, it } from "vitest";
import { startGateway, submissionId } from "../support/gateway";
import { isSampled, isWhole, tries } from "../support/tier";
import { worstTexts } from "../support/worst-texts";

const gateway = startGateway();

async function scene() {
  const [author, section] = await Promise.all([gateway().member(), gateway().section()]);
  return { author, tid: (await gateway().topic(author, section)).tid };
}

/** The bytes of every text that a topic's page shows: each within its limit, and all within the page's limit. */
function textsOf({ floors }: { floors: { pid: number; html: string; elsewhere: boolean }[] }) {
  const bytes = floors.map(({ html }) => Buffer.byteLength(html));
  expect(Math.max(...bytes)).toBeLessThanOrEqual(htmlBytesMax);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(pageTextsBytesMax);
  return floors;
}

it("the slowest texts are accepted, and their page stays within its limit", async () => {
  const { author, tid } = await scene();
  for (const [name, content] of worstTexts(replyContentMax)) {
    if (!isSampled(name, 3)) continue;
    const { status } = await gateway().call(
      "submitPost",
      { tid, content, submissionId: submissionId() },
      author,
    );
    // Only a text with a picture from its author's own computer, or without visible content, is refused by its field.
    expect([200, 422]).toContain(status);
  }
  const first = textsOf(await gateway().ok("topicDetail", { tid }));
  expect(first.length).toBeGreaterThan(isWhole ? 19 : 2);
});

it("a page opens with any text that was accepted", async () => {
  const { author, tid } = await scene();
  const piece = fc.constantFrom(
    "- ",
    "> ",
    "|a|",
    "|-|",
    "\n",
    "\n\n",
    "**",
    "[",
    "](b)",
    "`",
    "```c\n",
    "<",
    "&",
    "@",
    "中文",
    "[sup]",
  );
  const text = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 300 }));
  await fc.assert(
    fc.asyncProperty(text, async ([pieces, times]) => {
      const content = pieces.join("").repeat(times).slice(0, replyContentMax);
      await gateway().call("submitPost", { tid, content, submissionId: submissionId() }, author);
      textsOf(await gateway().ok("topicDetail", { tid, floor: 1_000 }));
    }),
    { numRuns: tries(15) },
  );
});

it("a page with too many texts shows the first ones, and a link to each of the others", async () => {
  const { author, tid } = await scene();
  const pids: number[] = [];
  for (let each = 0; each < 12; each += 1) pids.push((await gateway().reply(author, tid)).pid);
  const html = `<p>${"长".repeat(40_000)}</p>`;
  await gateway().database.update(posts).set({ html }).where(inArray(posts.id, pids));
  const texts = textsOf(await gateway().ok("topicDetail", { tid }));
  const away = texts.filter(({ elsewhere }) => elsewhere);
  expect(away.length).toBeGreaterThan(0);
  expect(away.map(({ html }) => html)).toEqual(away.map(() => ""));
  expect(texts.filter(({ elsewhere, html }) => !elsewhere && html !== "").length).toBeGreaterThan(3);
  const last = pids.at(-1) ?? 0;
  const reply = textsOf(await gateway().ok("topicDetail", { tid, pid: last })).find(
    ({ pid }) => pid === last,
  );
  expect(reply).toMatchObject({ elsewhere: false, html });
});

it("a text stored before the limit existed is shown as it was typed, beneath a floor as well", async () => {
  const { author, tid } = await scene();
  const old = `<p>${"旧".repeat(2_000_000)}</p>`;
  const floor = await gateway().reply(author, tid, { content: "原文 <b>" });
  const beneath = await gateway().reply(author, tid, { content: "楼中 <b>", parent: floor.pid });
  const store = (pid: number, html: string) =>
    gateway().database.update(posts).set({ html }).where(eq(posts.id, pid));
  await store(floor.pid, old);
  const { floors } = await gateway().ok("topicDetail", { tid });
  expect(floors[1]?.html).toBe("<p>原文 &lt;b&gt;</p>");
  await store(floor.pid, "<p>短</p>");
  await store(beneath.pid, old);
  const { floors: later } = await gateway().ok("topicDetail", { tid });
  expect(later[1]?.depthPosts).toMatchObject([{ html: "<p>楼中 &lt;b&gt;</p>" }]);
  const { posts: depth } = await gateway().ok("depthPostList", { pid: floor.pid });
  expect(depth[0]?.html).toBe("<p>楼中 &lt;b&gt;</p>");
});
