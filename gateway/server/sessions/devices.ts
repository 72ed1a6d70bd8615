import Bowser from "bowser";

/** The browser's own description. */
export interface Device {
  /** Such as `Chrome 131`; empty if unknown. */
  browser: string;
  /** Such as `Windows 11` or `iOS 17.0`; empty if unknown. */
  system: string;
  kind: "computer" | "phone" | "tablet" | "other";
}

const kinds: Record<string, Device["kind"]> = { desktop: "computer", mobile: "phone", tablet: "tablet" };
/** Longer names, which come from forged headers, are cut. */
const nameMaximum = 40;

/** Reads a User-Agent header. Never throws. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === "") return { browser: "", system: "", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const joinParts = (...parts: (string | undefined)[]) =>
    parts.filter(Boolean).join(" ").slice(0, nameMaximum);
  return {
    browser: joinParts(browser.name, browser.version?.split(".")[0]),
    // People know Windows by its version's name ("11"), other systems by the version's number.
    system: joinParts(
      os.name,
      os.name === "Windows"
        ? (os.versionName ?? "").replace(/^NT ?/, "")
        : os.version?.split(".").slice(0, 2).join("."),
    ),
    kind: kinds[platform.type ?? ""] ?? "other",
  };
}
