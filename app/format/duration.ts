/** A video's length as text: 0:42, 12:05, 1:02:03. */
export function shownDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A number of minutes as text: 30 分钟, 1 小时 30 分钟, 1 天. */
export function waitInWords(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60];
  return [days > 0 ? `${days} 天` : "", hours > 0 ? `${hours} 小时` : "", rest > 0 ? `${rest} 分钟` : ""]
    .filter(Boolean)
    .join(" ");
}

/** A duration in ISO 8601, for programs. */
export const isoDuration = (seconds: number): string => `PT${Math.floor(seconds / 60)}M${seconds % 60}S`;
