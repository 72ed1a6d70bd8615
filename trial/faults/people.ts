import { setTimeout as pause } from "node:timers/promises";
import { companySignInPath } from "../../contract/base/wire";
import { demoAccounts } from "../../tests/support/accounts";
import { type Page, PlainBrowser } from "../../tests/support/plain-browser";
import { signInWithPassword } from "../../tests/support/sign-in";
import { png } from "../../tests/support/upload-files";
import type { Report } from "../report";

/** What a person got: done, refused with a sentence and with what they typed, or something that must not be. */
export type Outcome =
  | { done: true }
  | { done: false; page: Pick<Page, "status" | "text">; says: RegExp; keeps: boolean };

/** Something that a person does again and again. */
export interface Habit {
  name: string;
  act(turn: number): Promise<Outcome>;
}

interface Record {
  times: number[];
  done: number;
  /** The statuses of refusals, each with its sentence, and how often. */
  refusals: Map<string, number>;
  faults: string[];
}

const share = (times: number[], part: number) => {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
};

/**
 * Lets people repeat their habits while `work` runs, and reports what they got.
 * @returns the 99th percentile of each habit's times, in milliseconds
 */
export async function whilePeople(
  report: Report,
  condition: string,
  habits: readonly Habit[],
  bounds: { usual: (name: string) => number; hit: number; isHit: (name: string) => boolean },
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  let going = true;
  const records = habits.map((): Record => ({ times: [], done: 0, refusals: new Map(), faults: [] }));
  const repeat = async (habit: Habit, record: Record) => {
    for (let turn = 0; going; turn += 1) {
      const began = performance.now();
      const outcome = await habit.act(turn).catch((error: unknown) => error as Error);
      record.times.push(performance.now() - began);
      judge(outcome, record);
      await pause(150);
    }
  };
  const doing = Promise.all(habits.map((habit, at) => repeat(habit, records[at] as Record)));
  await Promise.race([doing, work()]);
  going = false;
  await doing;
  const longest = new Map<string, number>();
  for (const [at, { name }] of habits.entries()) {
    const { times, done, refusals, faults } = records[at] as Record;
    const said = [...refusals].map(([sentence, count]) => `${sentence} ×${count}`).join("；");
    const hit = bounds.isHit(name);
    const title = `${condition}：${name}`;
    report.figure(`${title}：做成`, done, "次", hit ? undefined : { atLeast: 1 });
    if (said) report.figure(`${title}：被拒（${said}）`, times.length - done, "次");
    if (!hit) report.figure(`${title}：没有做成`, times.length - done, "次", { exactly: 0 });
    report.figure(
      `${title}：不该有的回答 ${[...new Set(faults)].slice(0, 3).join("；")}`,
      faults.length,
      "次",
      {
        exactly: 0,
      },
    );
    report.figure(`${title}：p99`, share(times, 0.99), "ms", {
      atMost: hit ? bounds.hit : bounds.usual(name),
    });
    longest.set(name, share(times, 0.99));
  }
  return longest;
}

function judge(outcome: Outcome | Error, record: Record): void {
  if (outcome instanceof Error) record.faults.push(String(outcome.cause ?? outcome).slice(0, 200));
  else if (outcome.done) record.done += 1;
  else {
    const { page, says, keeps } = outcome;
    const sentence = says.exec(page.text)?.[0];
    const what = `${page.status} ${sentence ?? page.text.slice(0, 120)}`;
    record.refusals.set(what, (record.refusals.get(what) ?? 0) + 1);
    if (!sentence) record.faults.push(`没有说明：${what}`);
    if (!keeps) record.faults.push(`没有还回：${what}`);
    if (page.status >= 500 && page.status !== 503) record.faults.push(what);
  }
}

const redirects = ({ status }: Page) => status >= 300 && status < 400;

/** The first number of a picture's width, so that no two runs upload the same one. */
let pictures = 40;
/** Uploads another picture each time into a text that is being written. */
export function uploading(browser: PlainBrowser, taken: string[]): Habit {
  return {
    name: "上传图片",
    async act(turn) {
      pictures += 1;
      const content = `写到一半的字 ${turn}`;
      const name = `图 ${turn}.png`;
      const file = new File([new Uint8Array(await png(pictures, 30))], name);
      const form = await browser.get("/posting");
      const answer = await browser.submit(form, { button: "上传并插入" }, { content, title: "标题", file });
      const text = answer.$('textarea[name="content"]').text();
      const address = /\/gateway\/files\/[0-9a-f]{32}\.png/.exec(text)?.[0];
      if (answer.status === 200 && address) {
        taken.push(address);
        return { done: true };
      }
      return { done: false, page: answer, says: /图 \d+\.png：[^。选]*/, keeps: text.includes(content) };
    },
  };
}

/** Looks at the newest of the uploaded pictures. */
export function lookingAtPictures(origin: string, taken: readonly string[]): Habit {
  const browser = new PlainBrowser(origin);
  return {
    name: "看图片",
    async act() {
      const address = taken.at(-1);
      if (!address) return { done: true };
      const { status, headers } = await browser.fetchPage(address);
      if (status === 200) return { done: true };
      // A picture's answer is no page: its status says all.
      const text = `${status}${headers.get("retry-after") ? "，有 Retry-After" : ""}`;
      return { done: false, page: { status, text }, says: /.+/, keeps: true };
    },
  };
}

/** Replies, each with a new form, until it is acknowledged. */
export function replying(browser: PlainBrowser, topic: string, acknowledged: string[]): Habit {
  return {
    name: "回帖",
    async act() {
      const content = `试写 ${crypto.randomUUID()} 不能丢`;
      const form = await browser.get(topic);
      const answer = await browser.submit(form, { intent: "reply" }, { content }, { follow: false });
      if (redirects(answer)) {
        acknowledged.push(content);
        return { done: true };
      }
      const keeps = answer.$("main textarea").text().includes(content);
      return { done: false, page: answer, says: /服务暂时不可用[^。]*/, keeps };
    },
  };
}

export function signingIn(origin: string): Habit {
  return {
    name: "登录",
    async act() {
      await signInWithPassword(new PlainBrowser(origin), demoAccounts.nophone);
      return { done: true };
    },
  };
}

export function reading(origin: string, topic: string): Habit {
  const browser = new PlainBrowser(origin);
  const paths = ["/home", "/forum/all", topic, "/products"];
  return {
    name: "看页面",
    async act(turn) {
      const page = await browser.get(paths[turn % paths.length] ?? "/");
      return page.status === 200
        ? { done: true }
        : { done: false, page, says: /服务暂时不可用[^。]*/, keeps: true };
    },
  };
}

let asked = 0;
/** Asks for a code by mail for another address each time, as people do who register. */
export function askingForCodes(origin: string, recipients: string[]): Habit {
  return {
    name: "要验证码",
    async act() {
      asked += 1;
      const account = `trial-${process.pid}-${asked}@example.com`;
      const browser = new PlainBrowser(origin);
      const form = await browser.get("/gateway/register?by=email");
      const answer = await browser.submit(form, { intent: "send-code" }, { account });
      if (answer.status === 200) {
        recipients.push(account);
        return { done: true };
      }
      const keeps = answer.$("[name=account]").attr("value") === account;
      return { done: false, page: answer, says: /发送验证码失败/, keeps };
    },
  };
}

/** Goes to the company's sign-in page, and to the address by which the browser comes back, which has the code. */
export async function comeBack(browser: PlainBrowser): Promise<URL> {
  let page = await browser.get(companySignInPath, { follow: false });
  for (let count = 0; count < 15; count += 1) {
    const next = new URL(page.headers.get("location") ?? "", page.url);
    if (next.pathname === "/gateway/oidc/callback") return next;
    page = await browser.get(next, { follow: false });
  }
  throw new Error("the provider does not send the browser back");
}

const away = /公司账号登录暂时不可用/;
/**
 * Signs in by the company. While its pages cannot be reached, the person comes back with a code from before.
 * @param trips people who were at the company's page before the fault, with the address that leads back
 */
export function signingInByCompany(
  origin: string,
  isReachable: () => boolean,
  trips: { browser: PlainBrowser; back: URL }[],
): Habit {
  return {
    name: "公司登录",
    async act() {
      const trip = isReachable() ? undefined : trips.shift();
      const browser = trip?.browser ?? new PlainBrowser(origin);
      // Without a trip only the beginning is the site's: a redirect to the company, or the page that says it is away.
      if (!trip && !isReachable()) {
        const begun = await browser.get(companySignInPath, { follow: false });
        await pause(500);
        return redirects(begun) ? { done: true } : { done: false, page: begun, says: away, keeps: true };
      }
      const back = trip?.back ?? (await comeBack(browser));
      const answer = await browser.get(back, { follow: false });
      if (redirects(answer)) return { done: true };
      return { done: false, page: answer, says: away, keeps: answer.text.includes("用本站账号登录") };
    },
  };
}
