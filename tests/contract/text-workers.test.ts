import { expect, it } from "vitest";
import { startGateway } from "../support/gateway";
import { worstTexts } from "../support/worst-texts";

// The threads that parse texts do not depend on the database: not run again on PostgreSQL (vitest.config.ts).

const gateway = startGateway();

it("previews of the slowest texts delay nobody else", async () => {
  const member = await gateway().member();
  await gateway().ok("renderContent", { content: "线程先启动" }, member);
  let stop = false;
  const waits: number[] = [];
  const watching = (async () => {
    while (!stop) {
      const begun = performance.now();
      expect((await gateway().fetch("/gateway/healthz")).status).toBe(200);
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const previews: number[] = [];
  for (const [, content] of worstTexts(50_000)) {
    const begun = performance.now();
    await gateway().ok("renderContent", { content }, member);
    previews.push(performance.now() - begun);
  }
  stop = true;
  await watching;
  // If the texts were parsed in the thread that answers, the slowest one would delay other requests.
  expect(Math.max(...waits)).toBeLessThan(Math.max(...previews) / 2);
});

it("a preview says that a text is shown as it was typed", async () => {
  const author = await gateway().member();
  const wide = `|${"a|".repeat(18)}\n|${"-|".repeat(18)}\n${"a\n".repeat(5_900)}`;
  const preview = await gateway().ok("renderContent", { content: wide }, author);
  expect(preview).toMatchObject({ asTyped: true, html: expect.stringMatching(/^<p>\|a\|/) });
  expect(await gateway().ok("renderContent", { content: "**好**" }, author)).toEqual({
    html: "<p><strong>好</strong></p>",
    asTyped: false,
  });
});

it("TEXTS_BUSY: one member's texts wait for one another, up to a maximum", async () => {
  const author = await gateway().member();
  // Many more than may wait, so that finished ones do not matter.
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      gateway().call("renderContent", { content: "| a |\n|-|\n| b |\n\n".repeat(120) }, author),
    ),
  );
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy[0]?.body).toEqual({
    errorCode: "TEXTS_BUSY",
    message: "现在要处理的内容太多，请稍后再提交一次",
  });
  expect(answers.filter(({ status }) => status === 200).length).toBe(60 - busy.length);
  await gateway().ok("renderContent", { content: "之后照常" }, author);
});
