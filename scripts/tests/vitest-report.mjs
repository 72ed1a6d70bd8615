import { writeFileSync } from "node:fs";
import { relative } from "node:path";

const firstLines = (text) => (text ?? "").split("\n").slice(0, 6).join("\n");

/**
 * Writes the result of a vitest run to TEST_REPORT as JSON: the numbers of passed and failed tests, and the failed
 * files, each with its project and its first message.
 */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      passed: 0,
      failed: 0,
      files: [],
      faults: unhandledErrors.map((error) => firstLines(error.message)),
    };
    for (const module of modules) {
      report.passed += [...module.children.allTests("passed")].length;
      const failed = [...module.children.allTests("failed")];
      report.failed += failed.length;
      if (module.ok()) continue;
      const [first] = failed;
      const [error] = [...module.errors(), ...failed.flatMap((test) => test.result().errors ?? [])];
      report.files.push({
        runner: "vitest",
        file: relative(process.cwd(), module.moduleId),
        project: module.project.name,
        message: `${first ? `${first.fullName}: ` : ""}${firstLines(error?.message)}`,
      });
    }
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
