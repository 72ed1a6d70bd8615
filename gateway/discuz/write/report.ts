/** What an import did: what came over, and what could not and why, with a few examples. */
export interface ReportLine {
  count: number;
  examples: string[];
}

const examplesMaximum = 5;

export class Report {
  /** New rows by kind. */
  readonly came: Record<string, number> = {};
  /** What was left out or changed, by reason. */
  readonly left: Record<string, ReportLine> = {};
  /** Lists for the operator, by what they are. */
  readonly told: Record<string, string[]> = {};

  add(kind: string, count = 1): void {
    if (count > 0) this.came[kind] = (this.came[kind] ?? 0) + count;
  }

  leave(reason: string, example: string, count = 1): void {
    this.left[reason] ??= { count: 0, examples: [] };
    const line = this.left[reason];
    line.count += count;
    if (line.examples.length < examplesMaximum && !line.examples.includes(example))
      line.examples.push(example);
  }

  /** Adds a line to a list that is shown whole, such as of people. */
  tell(list: string, line: string): void {
    this.told[list] ??= [];
    if (!this.told[list].includes(line)) this.told[list].push(line);
  }

  get total(): number {
    return Object.values(this.came).reduce((sum, count) => sum + count, 0);
  }

  /** The report as lines for the operator. */
  lines(): string[] {
    const came = Object.entries(this.came).map(([kind, count]) => `  ${kind} ${count}`);
    const left = Object.entries(this.left)
      .sort(([, one], [, other]) => other.count - one.count)
      .map(([reason, { count, examples }]) => `  ${reason}：${count}（例如 ${examples.join("、")}）`);
    return [
      ...(came.length > 0 ? ["带来了：", ...came] : ["没有新的内容。"]),
      ...(left.length > 0 ? ["没有原样带来的：", ...left] : []),
      ...Object.entries(this.told).flatMap(([list, lines]) => [
        `${list}：`,
        ...lines.map((line) => `  ${line}`),
      ]),
    ];
  }
}
