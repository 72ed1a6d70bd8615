import { isIPv6 } from "node:net";
import type { CallLimit } from "contract/base/call";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./refusal";

/** The points for a duration in seconds. When they are spent, calls are refused until the window ends. */
interface Window {
  points: number;
  duration: number;
}

/**
 * The rate limits that rows of the contract name, by account, or by network for visitors. Failed calls count too. They
 * are wide enough for a person in a hurry, and far too narrow for a flood.
 */
const callWindows: Record<CallLimit, Window> = {
  /** Submitted forms, including refused and repeated ones, because checking a text costs as much as storing it. */
  submit: { points: 60, duration: 60 },
  /** Changing and deleting one's own texts. */
  edit: { points: 20, duration: 60 },
  /** Likes, favourites, follows, blocks. */
  press: { points: 120, duration: 60 },
  settings: { points: 30, duration: 60 },
  /** Enough for a few tabs that save every five seconds. */
  draft: { points: 120, duration: 60 },
  profileSave: { points: 30, duration: 60 },
  /** Each upload takes processor time, and each stored file disk space. */
  upload: { points: 40, duration: 60 },
  /** Pieces of a recording, some megabytes each. Enough for the speed of a campus network. */
  videoPiece: { points: 900, duration: 60 },
  /** 20 a day, because a person reads each of them. */
  report: { points: 20, duration: 86_400 },
  /** Moderators' forms, each with up to 500 items. */
  moderate: { points: 300, duration: 60 },
  /** Decisions on policies, each of which adds a permanent row. */
  consent: { points: 30, duration: 3_600 },
  /** Marking messages as read, deleting conversations. */
  messageMark: { points: 120, duration: 60 },
  /** Visitors can write them too. */
  accessRecord: { points: 30, duration: 60 },
  /** A player saves every ten seconds. Enough for a few tabs, and for seeking. */
  studyPosition: { points: 120, duration: 60 },
  /** Answers in an exam, each saved at once. */
  examAnswer: { points: 240, duration: 60 },
  /** Batches of usage events. A browser sends one every three seconds, and a whole campus may have one address. */
  collect: { points: 600, duration: 60 },
  /** Previews, because rendering takes processor time. */
  render: { points: 60, duration: 60 },
  /** Checks against the list of sensitive words, which nobody should be able to find out by trying. */
  wordCheck: { points: 30, duration: 60 },
  search: { points: 120, duration: 60 },
  /** Suggestions while a person types. */
  suggest: { points: 600, duration: 60 },
  /** Counted views of topics. */
  view: { points: 300, duration: 60 },
};

const windows = {
  ...callWindows,
  /** Codes sent to one recipient: one a minute (spec 9) and ten a day. */
  codePerMinute: { points: 1, duration: 60 },
  codePerDay: { points: 10, duration: 86_400 },
  /** Codes requested from one address. */
  codePerAddress: { points: 30, duration: 3_600 },
  /** Codes that one account requests for any recipient, and tries of codes (`codeTry`). */
  codePerAccount: { points: 20, duration: 3_600 },
  codeTry: { points: 30, duration: 900 },
  /**
   * Failed sign-ins of one account and from one address: before a captcha is needed, and before all sign-ins are
   * refused.
   */
  signInCaptcha: { points: 3, duration: 900 },
  signInPerAccount: { points: 10, duration: 900 },
  signInPerAddress: { points: 60, duration: 900 },
  /** Tries of one's own password. The person may be a stranger at a browser that was left signed in. */
  passwordTry: { points: 10, duration: 900 },
  /** Tries of authenticator and recovery codes of one account. A right code resets the count. */
  secondFactorTry: { points: 10, duration: 900 },
  /** Requests to the link for the first administrator. Nobody needs many. */
  firstAdministrator: { points: 20, duration: 3_600 },
  /** Sign-ins at the company's provider that were begun and not finished. A whole campus may have one address. */
  companySignIn: { points: 300, duration: 900 },
  registerPerAddress: { points: 30, duration: 3_600 },
  /** A captcha accepts one answer in its lifetime. */
  captchaUse: { points: 1, duration: 900 },
  /** Topics and replies of one account. */
  post: { points: 20, duration: 60 },
  /** Messages of one account to other people, and (`newConversation`) to people for the first time. */
  innerMessage: { points: 20, duration: 60 },
  newConversation: { points: 30, duration: 86_400 },
  imagesPerDay: { points: 200, duration: 86_400 },
  attachmentsPerDay: { points: 30, duration: 86_400 },
  /** Documents of one editor: a product line with its certificates in a day. */
  contentFilesPerDay: { points: 300, duration: 86_400 },
  /** Recordings of one lecturer. */
  videosPerDay: { points: 20, duration: 86_400 },
  /** Avatars of one account, because each takes processor time. */
  avatar: { points: 20, duration: 3_600 },
  /** A person's search for the same text counts once an hour for the top searches. */
  searchCount: { points: 1, duration: 3_600 },
  /** A person's download of the same external file, or play of the same video, counts once an hour. */
  useCount: { points: 1, duration: 3_600 },
  /** Suggestions and complaints of one account, because a person reads each of them. */
  advice: { points: 10, duration: 3_600 },
  /** Usage events of one account or network (maybe a whole campus), and of all together. Each event is a row. */
  collectedEvents: { points: 6_000, duration: 60 },
  collectedOfAll: { points: 30_000, duration: 60 },
  /** Exports of one account's data, because each reads all of its data. */
  exportsPerDay: { points: 3, duration: 86_400 },
} satisfies Record<string, Window>;

export type LimitName = keyof typeof windows;

/**
 * Counts what people do, in memory or in Redis. Spending is atomic, so parallel requests never spend more than the
 * points of a limit.
 */
export interface Limits {
  /** Spends one or several points. Throws TOO_FREQUENT with the seconds left if there are not enough. */
  spend(name: LimitName, key: string, points?: number): Promise<void>;
  /** Spends one point. Returns false if there is none. */
  take(name: LimitName, key: string): Promise<boolean>;
  /** Gives one point back, if the action did not happen or does not count. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Whether a point is left, without spending it. */
  allows(name: LimitName, key: string): Promise<boolean>;
  /** The seconds until the next point; 0 if one is left. */
  secondsLeft(name: LimitName, key: string): Promise<number>;
  /** Gives all points back, as after a successful sign-in. */
  reset(name: LimitName, key: string): Promise<void>;
  /** Whether counts are shared with other processes now; `unused` if no Redis is configured. */
  shared(): Promise<"ok" | "unavailable" | "unused">;
}

/**
 * Scaling allows more requests in benchmarks and browser tests. It does not change a captcha, which works once, and
 * counts of searches and uses, which count once.
 */
const scaled = (name: LimitName, scale: number) =>
  name === "captchaUse" || name === "searchCount" || name === "useCount" ? 1 : windows[name].points * scale;

/**
 * @param redis an ioredis client whose commands fail soon while Redis is away. Without it, counts are in this process.
 * @param scale multiplies all points (tests, benchmarks)
 */
export function createLimits(redis?: { ping(): Promise<unknown> }, scale = 1): Limits {
  const limiters = Object.fromEntries(
    Object.entries(windows).map(([name, window]) => {
      const options = {
        keyPrefix: `limit:${name}`,
        points: scaled(name as LimitName, scale),
        duration: window.duration,
      };
      // While Redis is away, each process counts by itself, so people can continue and limits still exist.
      const memory = new RateLimiterMemory(options);
      return [
        name,
        redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory,
      ];
    }),
  ) as Record<LimitName, RateLimiterMemory | RateLimiterRedis>;

  /** At most the window, because the library uses the system clock, which may have been set back. */
  const secondsOf = (name: LimitName, { msBeforeNext }: RateLimiterRes) =>
    Math.min(windows[name].duration, Math.ceil(msBeforeNext / 1000));

  /** Spends points. Returns null if that succeeded, otherwise the seconds until there are points again. */
  const consume = async (name: LimitName, key: string, points = 1): Promise<number | null> => {
    try {
      await limiters[name].consume(key, points);
      return null;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return Math.max(1, secondsOf(name, reason));
    }
  };
  const secondsLeft = async (name: LimitName, key: string) => {
    const state = await limiters[name].get(key);
    return state && state.remainingPoints <= 0 ? Math.max(0, secondsOf(name, state)) : 0;
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
 * The network by which an address is counted: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * connection or one rented machine has a whole /64.
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
