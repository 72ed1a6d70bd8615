import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, Report } from "./report";

const folder = join(import.meta.dirname, "..", "deploy");

interface Check {
  /** Debian's package. */
  package: string;
  /** The variable that names its program elsewhere, and where Debian has it. */
  program: [variable: string, place: string];
  /** Puts what is read into a folder of its own, with what a machine would have besides. */
  prepare(at: string): void;
  commands(at: string): string[][];
}

const edited = (from: string, to: string, ...edits: [RegExp, string][]) =>
  writeFileSync(
    to,
    edits.reduce((text, [pattern, by]) => text.replace(pattern, by), readFileSync(from, "utf8")),
  );

/** A certificate that nobody trusts, and its key. */
function makeCertificate(at: string): void {
  mkdirSync(join(at, "certs"));
  const [key, certificate] = [join(at, "certs/site.key"), join(at, "certs/site.pem")];
  const subject = ["-subj", "/CN=forum.example.com", "-days", "1"];
  spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    ...subject,
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
}

const units = ["portal@.service", "portal-backup.service", "portal-backup.timer"];

const checks: Check[] = [
  {
    package: "prometheus",
    program: ["PROMTOOL", "/usr/bin/promtool"],
    prepare: (at) => cpSync(join(folder, "prometheus"), at, { recursive: true }),
    commands: (at) => [
      ["check", "rules", join(at, "alerts.yml")],
      ["check", "config", join(at, "prometheus.yml")],
      ["test", "rules", join(at, "alerts.test.yml")],
    ],
  },
  {
    package: "nginx",
    program: ["NGINX_PROGRAM", "/usr/sbin/nginx"],
    prepare(at) {
      makeCertificate(at);
      // Ports and places that nobody else has.
      edited(
        join(folder, "nginx/portal.conf"),
        join(at, "portal.conf"),
        [/listen (\[::\]:)?(\d+)/g, "listen 127.0.0.1:4$2"],
        [/\/var\/log\/nginx/g, at],
      );
      // Of the two lines that listen on the same port by now, one is enough.
      edited(join(at, "portal.conf"), join(at, "portal.conf"), [
        /( +listen [^\n]+\n) +listen [^\n]+\n/g,
        "$1",
      ]);
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(at, name)};`,
      );
      writeFileSync(
        join(at, "nginx.conf"),
        `pid ${at}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\ninclude portal.conf;\n}\n`,
      );
    },
    commands: (at) => [["-t", "-q", "-c", join(at, "nginx.conf")]],
  },
  {
    package: "haproxy",
    program: ["HAPROXY", "/usr/sbin/haproxy"],
    prepare(at) {
      makeCertificate(at);
      const [key, certificate] = [join(at, "certs/site.key"), join(at, "certs/site.pem")];
      writeFileSync(certificate, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
      edited(join(folder, "haproxy/haproxy.cfg"), join(at, "haproxy.cfg"), [/\/etc\/haproxy/g, at]);
    },
    commands: (at) => [["-c", "-q", "-f", join(at, "haproxy.cfg")]],
  },
  {
    package: "systemd",
    program: ["SYSTEMD_ANALYZE", "/usr/bin/systemd-analyze"],
    prepare(at) {
      // The program that runs this is where the unit would have its own.
      for (const unit of units)
        edited(
          join(folder, "systemd", unit),
          join(at, unit.replace("@", "@3000")),
          [/\/usr\/bin\/node/g, process.execPath],
          [/%i/g, "3000"],
        );
    },
    commands: (at) => [["verify", "--man=no", ...units.map((unit) => join(at, unit.replace("@", "@3000")))]],
  },
];

async function run(report: Report): Promise<void> {
  for (const { package: name, program, prepare, commands } of checks) {
    const [variable, usual] = program;
    const place = process.env[variable] ?? usual;
    if (!existsSync(place))
      throw new Error(`install Debian's package ${name}, or name its program with ${variable}`);
    const at = mkdtempSync(join(tmpdir(), "deploy-"));
    try {
      prepare(at);
      for (const command of commands(at)) {
        const { status, stdout, stderr } = spawnSync(place, command, { encoding: "utf8" });
        // systemd-analyze reports some problems without failing.
        const said = name === "systemd" && stderr.trim() !== "";
        if (status !== 0 || said) console.error(`${stdout}${stderr}`);
        const what = command.map((word) => word.replace(`${at}/`, "")).join(" ");
        report.figure(`${name}: ${what}`, said ? 1 : (status ?? Number.NaN), "", { exactly: 0 });
      }
    } finally {
      rmSync(at, { recursive: true, force: true });
    }
  }
}

export const part: Part = { about: "deploy/ 里的文件由要读它们的程序检查", run };
