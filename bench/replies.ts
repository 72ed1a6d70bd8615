import { demoAccounts } from "../tests/support/accounts";
import { PlainBrowser } from "../tests/support/plain-browser";
import { signInWithPassword } from "../tests/support/sign-in";
import { middle } from "./load";

/** The number of replies of each member, below the limit of 20 posts per minute. */
const repliesPerPerson = 15;
const people = ["member", "moderator", "admin"] as const;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const median = (values: number[]) => middle(values, (value) => value);

/** Measures the time of replies, one after another, against a bare server that reads the same form and redirects. */
export async function measureReplies(
  origin: string,
  floorOrigin: string,
  topic: string,
): Promise<Record<string, string>> {
  const replies: number[] = [];
  const floors: number[] = [];
  for (const person of people) {
    const browser = new PlainBrowser(origin);
    await signInWithPassword(browser, demoAccounts[person]);
    for (let count = 0; count < repliesPerPerson; count += 1) {
      const page = await browser.get(topic);
      const content = `第 ${count + 1} 条测量用的回复，带一段代码：\n\n\`\`\`c\nint main(void) { return ${count}; }\n\`\`\`\n`;
      replies.push(
        await timed(async () => {
          const answer = await browser.submit(page, { intent: "reply" }, { content }, { follow: false });
          if (answer.status !== 302 && answer.status !== 303)
            throw new Error(`a reply was answered ${answer.status}: ${answer.text}`);
        }),
      );
      const body = new URLSearchParams({ intent: "reply", content });
      floors.push(
        await timed(async () =>
          (await fetch(floorOrigin, { method: "POST", body, redirect: "manual" })).text(),
        ),
      );
    }
  }
  return {
    测量: "回复，一条接一条",
    条数: String(replies.length),
    "中位 ms": median(replies).toFixed(1),
    "对照（node:http）中位 ms": median(floors).toFixed(1),
    为对照的: `${(median(replies) / median(floors)).toFixed(1)} 倍`,
  };
}
