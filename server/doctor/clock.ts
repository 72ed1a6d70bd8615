import { type Finding, findingsOf } from "./finding";
import type { ReadClock } from "./site";

const clock = findingsOf("时钟");
/** Differences in milliseconds above which a finding is a warning, and an error. */
const [noticed, wrong] = [2_000, 60_000];

/** The smallest possible difference from our clock in milliseconds. The reading was made between our two times. */
function apart({ at, sentAt, answeredAt, step }: ReadClock): number {
  if (at > answeredAt) return at - answeredAt;
  return Math.min(0, at + step - sentAt);
}

/** Compares the clocks that other checks have read with ours. */
export function examineClock(clocks: readonly ReadClock[]): Finding[] {
  const off = clocks
    .map((read) => ({ whose: read.whose, by: apart(read) }))
    .filter(({ by }) => Math.abs(by) > noticed);
  if (off.length > 0)
    return off.map(({ whose, by }) => {
      const message = `${whose}比本机${by > 0 ? "快" : "慢"} ${(Math.abs(by) / 1_000).toFixed(0)} 秒`;
      const advice = "让各台机器都用 NTP 对时（chrony 或 systemd-timesyncd：timedatectl status）。";
      return Math.abs(by) > wrong ? clock.error(message, advice) : clock.warn(message, advice);
    });
  if (Date.now() < Date.UTC(2025, 0)) return [clock.error("本机的时间早于 2025 年", "让本机用 NTP 对时。")];
  return [
    clock.ok(
      clocks.length > 0
        ? `与${[...new Set(clocks.map(({ whose }) => whose))].join("、")}一致`
        : "没有别的时钟可比（既没有 PostgreSQL，也没有 SITE_URL）",
    ),
  ];
}
