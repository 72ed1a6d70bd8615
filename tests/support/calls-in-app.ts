import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallName, contract } from "contract";

/** The folders of app/ whose code runs for pages. Other folders make the calls of scripts and programs. */
const rooms = [
  "account",
  "activities",
  "complaint",
  "consent",
  "editor",
  "lists",
  "moderation",
  "profile",
  "request",
  "screens",
  "session",
  "shells",
];

/** The calls that pages and their forms make, as the sources name them. */
export function callsInApp(): CallName[] {
  const sources = rooms.flatMap((room) =>
    readdirSync(join("app", room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
  );
  const names = sources.flatMap((source) =>
    Array.from(source.matchAll(/\.call\(\s*"(\w+)"/g), ([, name]) => name),
  );
  return [...new Set(names)]
    .filter((name): name is CallName => name !== undefined && name in contract)
    .sort();
}
