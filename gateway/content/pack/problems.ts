/** One thing that is wrong in a content pack, and where. */
export interface Problem {
  /** Path of the file within the pack. */
  file: string;
  line?: number;
  /** The field, as a path such as `groups[0].sections[1].id`. */
  field?: string;
  message: string;
}

/** One problem as a line for people: 文件:行（字段）：说明. */
export function describeProblem({ file, line, field, message }: Problem): string {
  return `${file}${line ? `:${line}` : ""}${field ? `（${field}）` : ""}：${message}`;
}

/** Thrown when a pack cannot be loaded; carries all that is wrong with it, and nothing of it was loaded. */
export class ContentPackError extends Error {
  constructor(
    readonly folder: string,
    readonly problems: Problem[],
  ) {
    super(
      `内容包 ${folder} 有 ${problems.length} 处问题，没有装载任何内容：\n${problems.map((problem) => `  ${describeProblem(problem)}`).join("\n")}`,
    );
    this.name = "ContentPackError";
  }
}
