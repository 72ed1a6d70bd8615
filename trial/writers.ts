import { demoAccounts } from "../tests/support/accounts";
import { type Page, PlainBrowser } from "../tests/support/plain-browser";
import { signInWithPassword } from "../tests/support/sign-in";

const people = [demoAccounts.member, demoAccounts.moderator, demoAccounts.admin];
const sessionsEach = 2;
/** A person presses the button again after a moment. */
const againMilliseconds = 200;
/** A form that nobody takes for so long has not come back. */
const patienceMilliseconds = 120_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What became of the forms that were posted. */
export interface Tally {
  /** Texts whose form was answered with where the reply stands. */
  acknowledged: string[];
  /** Answers 503 that gave the form back, and answers after which its text was not on the page. */
  refused: number;
  textLost: number;
  /** Connections that were refused or broke: the process was away. */
  broken: number;
  /** Any other answer, by its status. */
  others: Record<string, number>;
  /** When the last form was acknowledged, on `performance.now`. */
  lastAt: number;
}

/** Members who post replies over HTTP without a pause, each form until it is acknowledged. */
export class Writers {
  private tally = Writers.empty();
  private stopped = false;
  private serial = 0;

  private constructor(
    private readonly browsers: PlainBrowser[],
    private readonly topic: Page,
  ) {}

  private static empty(): Tally {
    return { acknowledged: [], refused: 0, textLost: 0, broken: 0, others: {}, lastAt: 0 };
  }

  /** Signs them in and finds the topic that they are going to write in. */
  static async signIn(origin: string): Promise<Writers> {
    const browsers: PlainBrowser[] = [];
    for (const person of people.flatMap((one) => Array.from({ length: sessionsEach }, () => one))) {
      const browser = new PlainBrowser(origin);
      await signInWithPassword(browser, person);
      browsers.push(browser);
    }
    const [first] = browsers as [PlainBrowser];
    const list = await first.get("/forum/all?order=new");
    for (const element of list.$("h2 a[href^='/hsforum/']").toArray()) {
      const topic = await first.get(list.$(element).attr("href") ?? "");
      if (topic.$("textarea[name=content]").length > 0) return new Writers(browsers, topic);
    }
    throw new Error("no topic has a reply form");
  }

  /**
   * Writes while `harm` is done. @returns what became of the forms, and milliseconds from the harm's end to
   * the next acknowledgement.
   */
  async during(harm: () => Promise<unknown>): Promise<{ tally: Tally; recovery: number }> {
    this.tally = Writers.empty();
    this.stopped = false;
    const writing = Promise.all(this.browsers.map((browser, writer) => this.write(browser, writer)));
    // Fails at once when a writer does.
    await Promise.race([writing, harm()]);
    const ended = performance.now();
    const deadline = ended + patienceMilliseconds;
    while (this.tally.lastAt < ended && performance.now() < deadline)
      await Promise.race([writing, pause(20)]);
    const recovery = this.tally.lastAt > ended ? this.tally.lastAt - ended : Number.NaN;
    await Promise.race([writing, pause(500)]);
    this.stopped = true;
    await writing;
    return { tally: this.tally, recovery };
  }

  private async write(browser: PlainBrowser, writer: number): Promise<void> {
    while (!this.stopped) {
      this.serial += 1;
      const content = `试写 ${process.pid}-${writer}-${this.serial} 不能丢`;
      const form = await this.freshForm(browser);
      if (form) await this.post(browser, form, content);
    }
  }

  /** The topic's page with a form of its own; null where the page cannot be had just now. */
  private async freshForm(browser: PlainBrowser): Promise<Page | null> {
    const page = await browser.get(this.topic.url.pathname).catch(() => null);
    if (page?.status === 200 && page.$("main textarea[name=content]").length > 0) return page;
    await pause(againMilliseconds);
    return null;
  }

  private async post(browser: PlainBrowser, form: Page, content: string): Promise<void> {
    const deadline = performance.now() + patienceMilliseconds;
    for (let at = form; performance.now() < deadline; ) {
      const answer = await browser
        .submit(at, { intent: "reply" }, { content }, { follow: false })
        .catch(() => null);
      if (answer && answer.status >= 300 && answer.status < 400) {
        this.tally.acknowledged.push(content);
        this.tally.lastAt = performance.now();
        return;
      }
      if (!answer) this.tally.broken += 1;
      else {
        // In the form, or (where the page around it could not be had) in a field to copy it from.
        const kept = answer.$("main textarea").text().includes(content);
        if (answer.status === 503) this.tally.refused += 1;
        else this.tally.others[answer.status] = (this.tally.others[answer.status] ?? 0) + 1;
        if (!kept) this.tally.textLost += 1;
        // The form that came back, where it is one; otherwise the person goes back to the one before.
        if (
          kept &&
          answer.$("main textarea[name=content]").length > 0 &&
          answer.$("[name=intent][value^=reply]").length > 0
        )
          at = answer;
      }
      await pause(againMilliseconds);
    }
    throw new Error(
      `a form was not taken for ${patienceMilliseconds / 1000} s: ${JSON.stringify(this.tally.others)}`,
    );
  }
}
