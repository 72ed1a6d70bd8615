import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files that operators start from. */
export const deployFolder = join(import.meta.dirname, "..", "deploy");

/** Copies a file with edits. Throws if an edit matches nothing, so that the trial always uses the shipped files. */
export function edited(from: string, to: string, ...edits: [RegExp, string][]): void {
  let text = readFileSync(from, "utf8");
  for (const [pattern, by] of edits) {
    if (text.search(pattern) === -1) throw new Error(`${from} has no ${pattern}`);
    text = text.replace(pattern, by);
  }
  writeFileSync(to, text);
}

/** Creates a self-signed certificate and its key in `certs/`. */
export function makeCertificate(at: string): { key: string; certificate: string } {
  mkdirSync(join(at, "certs"));
  const [key, certificate] = [join(at, "certs/site.key"), join(at, "certs/site.pem")];
  const subject = ["-subj", "/CN=forum.example.com", "-days", "1"];
  const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes"];
  spawnSync("openssl", [...kind, ...subject, "-keyout", key, "-out", certificate]);
  return { key, certificate };
}

export interface NginxPorts {
  http: number;
  https: number;
  /** The ports of two portals, and of the two processes that serve the gateway's paths. */
  portals: [number, number];
  gateways: [number, number];
}

/** Writes nginx's file into a folder, with other ports and the configuration around it. Returns nginx's arguments. */
export function prepareNginx(at: string, { http, https, portals, gateways }: NginxPorts): string[] {
  makeCertificate(at);
  edited(
    join(deployFolder, "nginx/portal.conf"),
    join(at, "portal.conf"),
    [/ +listen \[::\][^\n]+\n/g, ""],
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/listen 443 /, `listen 127.0.0.1:${https} `],
    [/(upstream portal \{[^}]+:)3000([^}]+:)3010/, `$1${portals[0]}$2${portals[1]}`],
    [/(upstream visitors \{[^}]+:)3000([^}]+:)3010/, `$1${portals[0]}$2${portals[1]}`],
    [/(upstream gateway \{[^}]+:)3000([^}]+:)3010/, `$1${gateways[0]}$2${gateways[1]}`],
    [/\/var\/log\/nginx/g, at],
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(at, name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  writeFileSync(
    join(at, "nginx.conf"),
    `${user}pid ${at}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\ninclude portal.conf;\n}\n`,
  );
  return ["-c", join(at, "nginx.conf")];
}
