import { formatRelative, formatWhole } from "~/format/time";

/**
 * A time as spec 9 shows it: relative within a day, then with the whole time in China's zone as its title,
 * else whole.
 */
export function RelativeTime({ at }: { at: string }) {
  const [shown, whole] = [formatRelative(at), formatWhole(at)];
  return (
    <time dateTime={at} title={shown === whole ? undefined : whole} suppressHydrationWarning>
      {shown}
    </time>
  );
}
