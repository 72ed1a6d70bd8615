import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./refusal";

/** Points per duration, in seconds; once spent, refused for `block` seconds (default: until the window ends). */
const windows = {
  /** Codes sent to one recipient: one a minute (spec 9) and ten a day. */
  codePerMinute: { points: 1, duration: 60 },
  codePerDay: { points: 10, duration: 86_400 },
  /** Codes asked for from one address. */
  codePerAddress: { points: 30, duration: 3_600 },
  /** Failed sign-ins of one account and from one address, before the captcha is asked for and before all is refused. */
  signInCaptcha: { points: 3, duration: 900 },
  signInPerAccount: { points: 10, duration: 900 },
  signInPerAddress: { points: 60, duration: 900 },
  registerPerAddress: { points: 30, duration: 3_600 },
  /** Topics and replies of one account. */
  post: { points: 20, duration: 60 },
} as const;

export type LimitName = keyof typeof windows;

/** Counts what people do, in memory or in Redis. */
export interface Limits {
  /** Spends one point; refuses with TOO_FREQUENT and the seconds left when there is none. */
  spend(name: LimitName, key: string): Promise<void>;
  /** Whether a point is left, without spending it. */
  allows(name: LimitName, key: string): Promise<boolean>;
  /** Seconds until the next point, 0 when one is left. */
  secondsLeft(name: LimitName, key: string): Promise<number>;
  /** Gives all points back, as after a successful sign-in. */
  reset(name: LimitName, key: string): Promise<void>;
}

/** @param redis an ioredis client; without one the counts live in this process. @param scale multiplies all points (tests, benchmarks). */
export function createLimits(redis?: unknown, scale = 1): Limits {
  const limiters = Object.fromEntries(
    Object.entries(windows).map(([name, window]) => {
      const options = { keyPrefix: `limit:${name}`, points: window.points * scale, duration: window.duration };
      return [name, redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options)];
    }),
  ) as Record<LimitName, RateLimiterAbstract>;

  const secondsLeft = async (name: LimitName, key: string) => {
    const state = await limiters[name].get(key);
    return state && state.remainingPoints <= 0 ? Math.ceil(state.msBeforeNext / 1000) : 0;
  };
  return {
    async spend(name, key) {
      try {
        await limiters[name].consume(key);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
        throw new Refusal("TOO_FREQUENT", undefined, `操作太频繁，请 ${seconds} 秒后再试`);
      }
    },
    secondsLeft,
    async allows(name, key) {
      return (await secondsLeft(name, key)) === 0;
    },
    async reset(name, key) {
      await limiters[name].delete(key);
    },
  };
}
