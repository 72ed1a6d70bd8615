import { dayjs } from "contract/base/time";
import { formatWhole } from "~/format/time";

/** How long an item has waited, in one unit: 12 分钟, 5 小时, 3 天. */
function waitedFor(since: string, now: Date = new Date()): string {
  const minutes = Math.max(1, dayjs(now).diff(since, "minute"));
  if (minutes < 60) return `${minutes} 分钟`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`;
}

/** The waiting time as an element, with the full time as its title. */
export function Waited({ since }: { since: string }) {
  return (
    <time dateTime={since} title={formatWhole(since)} suppressHydrationWarning>
      {waitedFor(since)}
    </time>
  );
}
