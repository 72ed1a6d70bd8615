import { readFileSync } from "node:fs";
import { gatewaySessionCookie } from "contract/base/wire";
import { expect, it } from "vitest";
import { cookieNames } from "~/cookies/names";

const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");

/** The addresses of a group of servers in a file, without what they are called. */
const servers = (text: string, start: RegExp) => {
  const block = text.slice(text.search(start)).split(/\n(?=\S)/, 1)[0] ?? "";
  return block.match(/\b\d+\.\d+\.\d+\.\d+:\d+/g);
};

it.each([
  ["nginx/portal.conf", /^upstream portal \{/m, /^upstream visitors \{/m],
  ["haproxy/haproxy.cfg", /^backend portals$/m, /^backend visitors$/m],
])(
  "%s gives visitors' pages to the same portals as members', and knows members by the page cache's cookies",
  (file, portals, visitors) => {
    const text = read(file);
    for (const cookie of [gatewaySessionCookie, cookieNames.session]) expect(text).toContain(cookie);
    expect(servers(text, visitors)).toEqual(servers(text, portals));
    expect(servers(text, visitors)).toHaveLength(2);
  },
);
