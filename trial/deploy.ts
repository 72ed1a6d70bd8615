import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deployFolder, edited, makeCertificate, prepareNginx } from "./deploy-files";
import { type Program, placeOf, programs } from "./programs";
import type { Part, Report } from "./report";

interface Check {
  program: Program;
  /** Copies the files into a temporary folder, with the other files that a machine has. Returns the commands to run. */
  prepare(at: string): string[][];
}

const units = ["portal@.service", "gateway@.service", "portal-backup.service", "portal-backup.timer"];

/** Prepares HAProxy's files. It reads certificate and key from one file. */
function prepareHaproxy(at: string): string[][] {
  const { key, certificate } = makeCertificate(at);
  writeFileSync(certificate, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  edited(join(deployFolder, "haproxy/haproxy.cfg"), join(at, "haproxy.cfg"), [/\/etc\/haproxy/g, at]);
  cpSync(join(deployFolder, "haproxy/postgres.cfg"), join(at, "postgres.cfg"));
  const [site, postgres] = ["haproxy.cfg", "postgres.cfg"].map((file) => ["-f", join(at, file)]);
  return [site, postgres, [...(site ?? []), ...(postgres ?? [])]].map((files = []) => ["-c", "-q", ...files]);
}

const checks: Check[] = [
  {
    program: programs.promtool,
    prepare(at) {
      cpSync(join(deployFolder, "prometheus"), at, { recursive: true });
      return [
        ["check", "rules", join(at, "alerts.yml")],
        ["check", "config", join(at, "prometheus.yml")],
        ["test", "rules", join(at, "alerts.test.yml")],
      ];
    },
  },
  {
    program: programs.nginx,
    prepare(at) {
      const ports = { http: 4080, https: 4443, portals: [3000, 3010], gateways: [3001, 3011] } as const;
      return [
        [
          "-t",
          "-q",
          ...prepareNginx(at, { ...ports, portals: [...ports.portals], gateways: [...ports.gateways] }),
        ],
      ];
    },
  },
  { program: programs.haproxy, prepare: prepareHaproxy },
  {
    program: programs.systemd,
    prepare(at) {
      // The unit names a program on the operator's machine. The program that runs this takes its place.
      const place = (unit: string) => join(at, unit.replace("@", "@3000"));
      for (const unit of units) {
        const text = readFileSync(join(deployFolder, "systemd", unit), "utf8");
        writeFileSync(
          place(unit),
          text.replaceAll("/usr/bin/node", process.execPath).replaceAll("%i", "3000"),
        );
      }
      return [["verify", "--man=no", ...units.map(place)]];
    },
  },
];

async function run(report: Report): Promise<void> {
  for (const { program, prepare } of checks) {
    const { package: name } = program;
    const place = placeOf(program);
    const at = mkdtempSync(join(tmpdir(), "deploy-"));
    try {
      for (const command of prepare(at)) {
        const { status, stdout, stderr } = spawnSync(place, command, { encoding: "utf8" });
        // systemd-analyze reports some problems without failing.
        const hasWarnings = name === "systemd" && stderr.trim() !== "";
        if (status !== 0 || hasWarnings) console.error(`${stdout}${stderr}`);
        const what = command.map((word) => word.replace(`${at}/`, "")).join(" ");
        report.figure(`${name}: ${what}`, hasWarnings ? 1 : (status ?? Number.NaN), "", { exactly: 0 });
      }
    } finally {
      rmSync(at, { recursive: true, force: true });
    }
  }
}

export const part: Part = { about: "deploy/ 里的文件由要读它们的程序检查", run };
