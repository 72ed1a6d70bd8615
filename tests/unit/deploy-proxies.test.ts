import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gatewaySessionCookie } from "contract/base/wire";
import { expect, it } from "vitest";
import { parse } from "yaml";
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

it("compose.yaml gives nginx the processes' names instead of addresses, and asks for them again", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  const [edit] = services.nginx.command[0].split(" > ");
  const file = fileURLToPath(new URL("../../deploy/nginx/portal.conf", import.meta.url));
  const { stdout: text, stderr } = spawnSync("sh", ["-c", edit.replace("/portal.conf", file)], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(text).not.toMatch(/127\.0\.0\.1:|\/var\/log/);
  const blocks = [...text.matchAll(/^upstream (\w+) \{\n {4}zone (\w+) 256k;([^}]+)/gm)].map(
    ([, name, zone, rest = ""]) => [name, zone, rest.match(/\S+ resolve(?= )/g)],
  );
  const portals = ["portal-one:3000 resolve", "portal-two:3000 resolve"];
  expect(blocks).toEqual([
    ["portal", "upstream_portal", portals],
    ["visitors", "upstream_visitors", portals],
    ["gateway", "upstream_gateway", ["gateway-one:3001 resolve", "gateway-two:3001 resolve"]],
  ]);
  // nginx has one list of names for all of its memory.
  expect(text).not.toMatch(/shared:upstream_/);
  for (const name of ["portal-one", "portal-two", "gateway-one", "gateway-two"])
    expect(services).toHaveProperty(name);
});

it("compose.yaml builds the image once: each build would have another id, and the next start replace every process", () => {
  const { services } = parse(read("compose.yaml"), { merge: true });
  const builders = Object.keys(services).filter((name) => services[name].build);
  expect(builders).toEqual(["migrate"]);
});

it("postgres.cfg works under the defaults of another file: each section says how it is forwarded", () => {
  const sections = read("haproxy/postgres.cfg")
    .split(/^(?=listen )/m)
    .slice(1);
  expect(sections).toHaveLength(2);
  for (const section of sections)
    for (const needed of [
      "mode tcp",
      "timeout client 1h",
      "timeout server 1h",
      "default-server check port 8008",
    ])
      expect(section).toContain(needed);
});

it.each(["portal", "gateway"])(
  "the unit of a %s reads what differs between processes after the common file",
  (name) => {
    const files = read(`systemd/${name}@.service`).match(/^EnvironmentFile=.*$/gm);
    expect(files).toEqual([
      `EnvironmentFile=/etc/portal/${name}.env`,
      `EnvironmentFile=-/etc/portal/${name}-%i.env`,
    ]);
  },
);

it("the page for operators gives each process of a machine the port that Prometheus reads", () => {
  const page = read("../docs/deploy.md");
  const ports = [...page.matchAll(/`METRICS_PORT=(\d+)`/g)].map(([, port]) => `"127.0.0.1:${port}"`);
  expect(read("prometheus/prometheus.yml")).toContain(`targets: [${ports.join(", ")}]`);
});

it("the page for operators makes databases that take every character", () => {
  const made = read("../docs/deploy.md").match(/create database portal.*/g) ?? [];
  expect(made).toHaveLength(2);
  for (const statement of made) expect(statement).toContain("encoding 'UTF8' template template0");
});
