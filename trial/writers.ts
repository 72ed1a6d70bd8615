import { demoAccounts } from "../tests/support/accounts";
import { type Page, PlainBrowser } from "../tests/support/plain-browser";
import { signInWithPassword } from "../tests/support/sign-in";

const people = [demoAccounts.member, demoAccounts.moderator, demoAccounts.admin];
const sessionsEach = 2;
/** The pause before a writer presses the button again. */
const againMilliseconds = 200;
/** The time after which a form without an acknowledgement counts as lost. */
const patienceMilliseconds = 120_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The results of the posted forms. */
export interface Tally {
  /** Texts whose form was answered with the address of the reply. */
  acknowledged: string[];
  /** Answers 503 with the form, and answers after which the typed text was not on the page. */
  refused: number;
  textLost: number;
  /** Connections that were refused or broken while the process was down. */
  broken: number;
  /** Any other answer, by its status. */
  others: Record<string, number>;
  /** The time of the last acknowledgement, from `performance.now`. */
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

  /** Signs the writers in and finds their topic. */
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
   * Writes while `harm` runs. @returns the results of the forms, and the milliseconds from the end of the harm to the
   * next acknowledgement
   */
  async during(harm: () => Promise<unknown>): Promise<{ tally: Tally; recovery: number }> {
    this.tally = Writers.empty();
    this.stopped = false;
    const writing = Promise.all(this.browsers.map((browser, writer) => this.write(browser, writer)));
    // This fails at once when a writer fails.
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

  /** The topic's page with a new form; null when the page is not available now. */
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
        // The text is in the form or, when the page could not be rendered, in a field for copying.
        const inForm = answer.$("main textarea").text().includes(content);
        if (answer.status === 503) this.tally.refused += 1;
        else this.tally.others[answer.status] = (this.tally.others[answer.status] ?? 0) + 1;
        if (!inForm) this.tally.textLost += 1;
        // The writer uses the returned form, or else goes back to the previous one.
        if (
          inForm &&
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
