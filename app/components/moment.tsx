import { formatMoment, formatWhole } from "~/format/time";

/** A time as spec 9 shows it: relative within a day, else whole; the whole time in China's zone is always in the title. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatWhole(at)} suppressHydrationWarning>
      {formatMoment(at)}
    </time>
  );
}
