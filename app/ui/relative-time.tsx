import { formatRelative, formatWhole } from "~/format/time";

/**
 * A time as spec 9 shows it: relative within a day, then with the whole time in China's zone as its title,
 * else whole.
 */
export function RelativeTime({ at }: { at: string }) {
  const [relative, whole] = [formatRelative(at), formatWhole(at)];
  return (
    <time dateTime={at} title={relative === whole ? undefined : whole} suppressHydrationWarning>
      {relative}
    </time>
  );
}
