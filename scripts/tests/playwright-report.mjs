import { writeFileSync } from "node:fs";
import { relative } from "node:path";

const colours = /\u001b\[[0-9;]*m/g;
const firstLines = (text) => (text ?? "").replace(colours, "").split("\n").slice(0, 20).join("\n");

/** Writes the report of a Playwright run to TEST_REPORT, in the format of vitest-report.mjs. */
export default class PlaywrightReport {
  report = { passed: 0, failed: 0, files: [], faults: [] };

  onError(error) {
    this.report.faults.push(firstLines(error.message ?? error.value));
  }

  onTestEnd(test, result) {
    if (test.outcome() === "skipped") return;
    if (test.outcome() !== "unexpected") {
      this.report.passed += 1;
      return;
    }
    this.report.failed += 1;
    const file = relative(process.cwd(), test.location.file);
    const project = test.parent.project()?.name;
    if (this.report.files.some((one) => one.file === file && one.project === project)) return;
    const message = `${test.title}: ${firstLines(result.errors[0]?.message)}`;
    this.report.files.push({ runner: "playwright", file, project, message });
  }

  onEnd() {
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.report));
  }
}
