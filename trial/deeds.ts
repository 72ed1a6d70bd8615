import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Page, PlainBrowser } from "../tests/support/plain-browser";
import { newMemberPassword, register } from "../tests/support/register";
import { signInWithPassword } from "../tests/support/sign-in";

/** A person presses the button again after a moment. */
const againMilliseconds = 200;
/** The time after which a form without an acknowledgement counts as lost. */
const patienceMilliseconds = 180_000;

/** An action that a member repeats with a form. */
export interface Deed {
  name: string;
  /** Opens the page with the form for the next time. */
  open(): Promise<Page>;
  /** Fills in the form with this text and sends it. */
  send(form: Page, text: string): Promise<Page>;
  isDone(answer: Page): boolean;
  /** Whether an answer contains the form with the typed text. */
  hasForm(answer: Page, text: string): boolean;
  /** The key by which the result is found in the database; the text by default. */
  keyOf?(form: Page, text: string): string;
}

/** The results of the sent forms. */
export interface Tally {
  /** The keys of the acknowledged forms, in order. */
  done: string[];
  /** The number of answers 503, broken connections, and other answers that are not acknowledgements. */
  refused: number;
  broken: number;
  others: string[];
  /** The answers without the typed text: their status, address and what they say. */
  lost: string[];
  /** Pages with a form that could not be loaded. */
  pages: string[];
  /** The time of the last acknowledgement, from `performance.now`. */
  lastAt: number;
  /** The longest time from pressing a button to the acknowledgement, in milliseconds. */
  longest: number;
}

const empty = (): Tally => ({
  done: [],
  refused: 0,
  broken: 0,
  others: [],
  lost: [],
  pages: [],
  lastAt: 0,
  longest: 0,
});

/** Registers new members who have accepted the policies, and signs them in at the site. */
export async function newcomers(site: string, gateway: string, count: number): Promise<PlainBrowser[]> {
  const browsers: PlainBrowser[] = [];
  for (let made = 0; made < count; made += 1) {
    // The outbox shows codes only to this machine, and never through a proxy. So this uses the gateway's address.
    const { account } = await register(new PlainBrowser(gateway), "accepted");
    const browser = new PlainBrowser(site);
    await signInWithPassword(browser, { account, password: newMemberPassword });
    browsers.push(browser);
  }
  return browsers;
}

/** The path of a topic that members can reply to. */
export async function findTopic(browser: PlainBrowser): Promise<string> {
  const list = await browser.get("/forum/all?order=new");
  for (const element of list.$("h2 a[href^='/hsforum/']").toArray()) {
    const topic = await browser.get(list.$(element).attr("href") ?? "");
    if (topic.$("textarea[name=content]").length > 0) return topic.url.pathname;
  }
  throw new Error("no topic has a reply form");
}

/** Whether the form was accepted: the answer redirects, but not to the sign-in. */
const isSent = (answer: Page) =>
  redirects(answer) && !/login|signin/.test(answer.headers.get("location") ?? "");
/** Whether a part of the page could not be had, its form perhaps: a person loads it again. */
const isPartial = ({ text }: Page) => /部分服务暂时不可用|有的部分暂时看不了/.test(text);
const redirects = ({ status }: Page) => status >= 300 && status < 400;
const hasButton = ({ $ }: Page, intent: string) => $(`[name=intent][value^=${intent}]`).length > 0;

export function replying(browser: PlainBrowser, topic: string): Deed {
  return {
    name: "回复",
    open: () => browser.get(topic),
    send: (form, content) => browser.submit(form, { intent: "reply" }, { content }, { follow: false }),
    isDone: redirects,
    hasForm: (answer, text) =>
      hasButton(answer, "reply") && answer.$("main textarea[name=content]").text().includes(text),
  };
}

export function drafting(browser: PlainBrowser): Deed {
  return {
    name: "草稿",
    open: () => browser.get("/posting"),
    send: (form, content) =>
      browser.submit(form, { intent: "draft" }, { fid: "101", title: "试写的草稿", content }),
    isDone: ({ status, text }) => status === 200 && /草稿已在 \d\d:\d\d 保存/.test(text),
    hasForm: (answer, text) => answer.$("textarea[name=content]").text().includes(text),
  };
}

/** The key of a cancelled action, whose result must not be in the database. */
export const cancelled = "取消";
/** Shortens a text to the length that a name may have. */
const nameIn = (text: string) => text.slice("试写 ".length, "试写 ".length + 13);

/**
 * Whether a page contains the text, or the name made of it: to copy or to take back to the form, or as what was done by a
 * form whose acknowledgement got lost.
 */
const givesBack = ({ $ }: Page, text: string) =>
  $("main").text().includes(text) ||
  $("main input")
    .toArray()
    .some((input) => [text, nameIn(text)].includes(String($(input).val())));

/** Signs up for an activity of the demo with enough seats, and cancels it, in turn. */
export function signingUp(browser: PlainBrowser, activity: number, category: string): Deed {
  const [form, entry] = [`/activity/activityRegister?id=${activity}`, `/registEntry?id=${activity}`];
  const isCancelling = ({ url }: Page) => url.pathname === "/registEntry";
  let signedUp = false;
  return {
    name: "报名",
    async open() {
      const page = await browser.get(signedUp ? entry : form);
      if (page.status !== 200 || isPartial(page) || hasButton(page, signedUp ? "cancel" : "signup"))
        return page;
      const main = page.$("main").text().replace(/\s+/g, " ").slice(0, 200);
      // The page shows the other state than expected, so the next form is the other one.
      signedUp = !signedUp;
      throw new Error(`${page.url.pathname} has no form: ${main}`);
    },
    async send(page, text) {
      const answer = isCancelling(page)
        ? await browser.submit(page, { intent: "cancel" }, { reason: text }, { follow: false })
        : await browser.submit(
            page,
            { intent: "signup" },
            { category, name: nameIn(text), agreed: "1" },
            { follow: false },
          );
      if (isSent(answer)) signedUp = !isCancelling(page);
      return answer;
    },
    isDone: isSent,
    hasForm: (answer) => hasButton(answer, "signup") || hasButton(answer, "cancel"),
    keyOf: (page, text) => (isCancelling(page) ? cancelled : nameIn(text)),
  };
}

/** Members who send forms without a pause, each until it is acknowledged, and a visitor who reads pages. */
export class Doers {
  private tallies = new Map<string, Tally>();
  private stopped = false;

  /** @param every the milliseconds between the beginnings of two forms of one person; 0 for no pause */
  constructor(
    private readonly deeds: readonly Deed[],
    private readonly every = 0,
  ) {}

  private tallyOf(name: string): Tally {
    const tally = this.tallies.get(name) ?? empty();
    this.tallies.set(name, tally);
    return tally;
  }

  /** The time of the last acknowledgement of one kind of form, or of all. */
  lastAt(name?: string): number {
    return Math.max(
      ...[...this.tallies].filter(([one]) => !name || one === name).map(([, { lastAt }]) => lastAt),
    );
  }

  /** Lets the members write while `work` runs. @returns the results of the forms by the kind of action */
  async during(work: () => Promise<unknown>): Promise<ReadonlyMap<string, Tally>> {
    this.stopped = false;
    const doing = Promise.all(this.deeds.map((deed) => this.repeat(deed)));
    // This fails at once when a form is lost.
    try {
      await Promise.race([doing, work()]);
    } finally {
      this.stopped = true;
    }
    await doing;
    return this.tallies;
  }

  private async repeat(deed: Deed): Promise<void> {
    const tally = this.tallyOf(deed.name);
    while (!this.stopped) {
      const began = performance.now();
      const form = await this.open(deed, tally);
      if (form) await this.post(deed, form, tally);
      await pause(Math.max(0, this.every - (performance.now() - began)));
    }
  }

  private async open(deed: Deed, tally: Tally): Promise<Page | null> {
    const page = await deed.open().catch((error: unknown) => String((error as Error).cause ?? error));
    if (typeof page !== "string" && page.status === 200 && !isPartial(page)) return page;
    tally.pages.push(typeof page === "string" ? page : `${page.status}${isPartial(page) ? " in part" : ""}`);
    await pause(againMilliseconds);
    return null;
  }

  private async post(deed: Deed, form: Page, tally: Tally): Promise<void> {
    const text = `试写 ${randomUUID()} 不能丢`;
    const key = deed.keyOf?.(form, text) ?? text;
    const pressed = performance.now();
    const deadline = pressed + patienceMilliseconds;
    for (let at = form; performance.now() < deadline; ) {
      const answer = await deed.send(at, text).catch((error: unknown) => error as Error);
      if (answer instanceof Error) {
        // An error without a cause is not the network's: a form lacks its button or field.
        if (!("cause" in answer)) throw answer;
        tally.broken += 1;
      } else if (deed.isDone(answer)) {
        tally.done.push(key);
        tally.lastAt = performance.now();
        tally.longest = Math.max(tally.longest, tally.lastAt - pressed);
        return;
      } else {
        if (answer.status === 503) tally.refused += 1;
        else tally.others.push(`${answer.status} ${answer.$("[role=alert]").text().trim().slice(0, 60)}`);
        const isBack = deed.hasForm(answer, text);
        if (isBack) at = answer;
        else if (!givesBack(answer, text))
          tally.lost.push(
            `${answer.status} ${answer.url.pathname} ${answer.$("main").text().replace(/\s+/g, " ").slice(0, 300)}`,
          );
      }
      await pause(againMilliseconds);
    }
    throw new Error(
      `${deed.name}: a form was not taken for ${patienceMilliseconds / 1000} s: ${tally.others.slice(-3)}`,
    );
  }
}

/** Requests pages in turn until it is stopped, and records every answer that is not 200. */
export function watchPages(site: string, paths: string[], every = 100) {
  const failed: string[] = [];
  let [looked, going] = [0, true];
  const looking = (async () => {
    for (let turn = 0; going; turn += 1) {
      const path = paths[turn % paths.length] ?? "/";
      looked += 1;
      const status = await fetch(site + path, { signal: AbortSignal.timeout(30_000) })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        })
        .catch((error: Error) => String(error.cause ?? error));
      if (status !== "200") failed.push(`${path} ${status}`);
      await pause(every);
    }
  })();
  return {
    async stop(): Promise<{ looked: number; failed: string[] }> {
      going = false;
      await looking;
      return { looked, failed };
    },
  };
}
