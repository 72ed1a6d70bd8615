import { isIPv6 } from "node:net";
import type { CallLimit } from "contract/base/call";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./refusal";

/** Points per duration, in seconds; once spent, refused until the window ends. */
interface Window {
  points: number;
  duration: number;
}

/**
 * The rate limits that rows of the contract name, spent whatever becomes of the call: by account, or by
 * network for visitors. Wide enough for a person in a hurry, far too narrow for a flood.
 */
const callWindows: Record<CallLimit, Window> = {
  /** Submitted forms, refused and repeated ones included: checking a text costs as much as storing it. */
  submit: { points: 60, duration: 60 },
  /** One's own texts changed or deleted. */
  edit: { points: 20, duration: 60 },
  /** Likes, favourites, follows, blocks. */
  press: { points: 120, duration: 60 },
  settings: { points: 30, duration: 60 },
  /** Room for a few tabs that save every five seconds. */
  draft: { points: 120, duration: 60 },
  profileSave: { points: 30, duration: 60 },
  /** Each takes processor time, and each stored file disk space. */
  upload: { points: 40, duration: 60 },
  /** Pieces of a recording, some megabytes each: as fast as a campus's line. */
  videoPiece: { points: 900, duration: 60 },
  /** Each is read by a person: 20 a day. */
  report: { points: 20, duration: 86_400 },
  /** Moderators' forms, each with up to 500 things. */
  moderate: { points: 300, duration: 60 },
  /** Decisions on policies: each adds a row for good. */
  consent: { points: 30, duration: 3_600 },
  /** Marking messages as read, deleting conversations. */
  messageMark: { points: 120, duration: 60 },
  /** Guests may write them. */
  accessRecord: { points: 30, duration: 60 },
  /** A player saves every ten seconds; room for a few tabs, and for jumping about. */
  studyPosition: { points: 120, duration: 60 },
  /** An exam's answers, each saved as it is given. */
  examAnswer: { points: 240, duration: 60 },
  /** Batches of usage events: a browser sends one every three seconds, and a campus may be one address. */
  collect: { points: 600, duration: 60 },
  /** Previews: rendering takes the processor's time. */
  render: { points: 60, duration: 60 },
  /** Checks against the list of words, which must not be found out by trying. */
  wordCheck: { points: 30, duration: 60 },
  search: { points: 120, duration: 60 },
  /** Asked for while somebody types. */
  suggest: { points: 600, duration: 60 },
  /** Views of topics that are counted. */
  view: { points: 300, duration: 60 },
};

const windows = {
  ...callWindows,
  /** Codes sent to one recipient: one a minute (spec 9) and ten a day. */
  codePerMinute: { points: 1, duration: 60 },
  codePerDay: { points: 10, duration: 86_400 },
  /** Codes asked for from one address. */
  codePerAddress: { points: 30, duration: 3_600 },
  /** Codes that one account asks for, whomever they go to, and wrong codes that it may send. */
  codePerAccount: { points: 20, duration: 3_600 },
  codeTry: { points: 30, duration: 900 },
  /**
   * Failed sign-ins of one account and from one address, before the captcha is asked for and before all is
   * refused.
   */
  signInCaptcha: { points: 3, duration: 900 },
  signInPerAccount: { points: 10, duration: 900 },
  signInPerAddress: { points: 60, duration: 900 },
  /** Tries at one's own password, by whoever sits at a browser that was left signed in. */
  passwordTry: { points: 10, duration: 900 },
  /** Openings of the link that makes the first administrator: its token is long, and nobody needs many tries. */
  firstAdministrator: { points: 20, duration: 3_600 },
  /** Sign-ins begun at the company's provider that did not come back: a campus may be one address. */
  companySignIn: { points: 300, duration: 900 },
  registerPerAddress: { points: 30, duration: 3_600 },
  /** An image captcha takes one answer while it lives. */
  captchaUse: { points: 1, duration: 900 },
  /** Topics and replies of one account. */
  post: { points: 20, duration: 60 },
  /** Messages of one account to other people, and the people it writes to for the first time. */
  innerMessage: { points: 20, duration: 60 },
  newConversation: { points: 30, duration: 86_400 },
  imagesPerDay: { points: 200, duration: 86_400 },
  attachmentsPerDay: { points: 30, duration: 86_400 },
  /** Recordings of one lecturer. */
  videosPerDay: { points: 20, duration: 86_400 },
  /** Avatars of one account: each costs the processor. */
  avatar: { points: 20, duration: 3_600 },
  /** One person's search for one thing counts once an hour among the top searches. */
  searchCount: { points: 1, duration: 3_600 },
  /** One person's download of a file elsewhere, or play of a video, counts once an hour. */
  useCount: { points: 1, duration: 3_600 },
  /** Suggestions and complaints of one account: somebody reads each of them. */
  advice: { points: 10, duration: 3_600 },
  /** Usage events of one network or account, which may be a campus, and of all together: each is a row. */
  collectedEvents: { points: 6_000, duration: 60 },
  collectedOfAll: { points: 30_000, duration: 60 },
  /** Exports of one account's data: each reads everything that there is of it. */
  exportsPerDay: { points: 3, duration: 86_400 },
} satisfies Record<string, Window>;

export type LimitName = keyof typeof windows;

/**
 * Counts what people do, in memory or in Redis. Spending is atomic: of parallel spenders no more than the
 * points get through.
 */
export interface Limits {
  /** Spends a point, or several; refuses with TOO_FREQUENT and the seconds left when there are not so many. */
  spend(name: LimitName, key: string, points?: number): Promise<void>;
  /** Spends one point; false when there is none. */
  take(name: LimitName, key: string): Promise<boolean>;
  /** Gives one point back: what it was spent on did not happen. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Whether a point is left, without spending it. */
  allows(name: LimitName, key: string): Promise<boolean>;
  /** Seconds until the next point, 0 when one is left. */
  secondsLeft(name: LimitName, key: string): Promise<number>;
  /** Gives all points back, as after a successful sign-in. */
  reset(name: LimitName, key: string): Promise<void>;
  /** Whether counts are shared with other processes at this moment: `unused` where no Redis is configured. */
  shared(): Promise<"ok" | "unavailable" | "unused">;
}

/**
 * Scaling is for what people do much of in a bench or a browser test; a captcha is single-use, and a search
 * counts once, at any scale.
 */
const scaled = (name: LimitName, scale: number) =>
  name === "captchaUse" || name === "searchCount" || name === "useCount" ? 1 : windows[name].points * scale;

/**
 * @param redis an ioredis client whose commands fail, and soon, while Redis is away; without one the counts
 * live in this process.
 * @param scale multiplies all points (tests, benchmarks).
 */
export function createLimits(redis?: { ping(): Promise<unknown> }, scale = 1): Limits {
  const limiters = Object.fromEntries(
    Object.entries(windows).map(([name, window]) => {
      const options = {
        keyPrefix: `limit:${name}`,
        points: scaled(name as LimitName, scale),
        duration: window.duration,
      };
      // While Redis is away each process counts for itself: people can go on, and limits still hold.
      const memory = new RateLimiterMemory(options);
      return [
        name,
        redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory,
      ];
    }),
  ) as Record<LimitName, RateLimiterMemory | RateLimiterRedis>;

  /** Null when a point was spent, otherwise the seconds until there is one. */
  const consume = async (name: LimitName, key: string, points = 1): Promise<number | null> => {
    try {
      await limiters[name].consume(key, points);
      return null;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    }
  };
  const secondsLeft = async (name: LimitName, key: string) => {
    const state = await limiters[name].get(key);
    return state && state.remainingPoints <= 0 ? Math.max(0, Math.ceil(state.msBeforeNext / 1000)) : 0;
  };
  return {
    async spend(name, key, points) {
      const seconds = await consume(name, key, points);
      if (seconds !== null)
        throw new Refusal("TOO_FREQUENT", undefined, `操作太频繁，请 ${seconds} 秒后再试`);
    },
    async take(name, key) {
      return (await consume(name, key)) === null;
    },
    async giveBack(name, key) {
      await limiters[name].reward(key);
    },
    secondsLeft,
    async allows(name, key) {
      return (await secondsLeft(name, key)) === 0;
    },
    async reset(name, key) {
      await limiters[name].delete(key);
    },
    async shared() {
      if (!redis) return "unused";
      return redis.ping().then(
        () => "ok",
        () => "unavailable",
      );
    },
  };
}

/**
 * What an address is counted by: itself, or for IPv6 the /64 it lies in, all of which one line or one rented
 * machine has.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.replace(/%.*/, "").split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
