import { formatRelative, formatWhole } from "~/format/time";

/**
 * A time as spec 9 defines it: within a day relative, with the full time in China's time zone as title; later the
 * full time.
 */
export function RelativeTime({ at }: { at: string }) {
  const [relative, whole] = [formatRelative(at), formatWhole(at)];
  return (
    <time dateTime={at} title={relative === whole ? undefined : whole} suppressHydrationWarning>
      {relative}
    </time>
  );
}
