/** A position in a video as people type it: 75, 1:15 or 1:02:03; null for other texts. */
export function secondsOf(text: string): number | null {
  const [, hours, minutes, seconds] = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  if (seconds === undefined) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds);
}
