import Bowser from "bowser";

/** What a browser says that it is. */
export interface Device {
  /** Such as `Chrome 131`; empty where it does not say. */
  browser: string;
  /** Such as `Windows 11` or `iOS 17.0`; empty where it does not say. */
  system: string;
  kind: "computer" | "phone" | "tablet" | "other";
}

const kinds: Record<string, Device["kind"]> = { desktop: "computer", mobile: "phone", tablet: "tablet" };
/** A name that a forged header gives is cut. */
const nameMaximum = 40;

/** Reads a User-Agent header. Never throws. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === "") return { browser: "", system: "", kind: "other" };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const joinParts = (...parts: (string | undefined)[]) =>
    parts.filter(Boolean).join(" ").slice(0, nameMaximum);
  return {
    browser: joinParts(browser.name, browser.version?.split(".")[0]),
    // Windows is known by its name ("11"), the others by their number.
    system: joinParts(
      os.name,
      os.name === "Windows"
        ? (os.versionName ?? "").replace(/^NT ?/, "")
        : os.version?.split(".").slice(0, 2).join("."),
    ),
    kind: kinds[platform.type ?? ""] ?? "other",
  };
}
