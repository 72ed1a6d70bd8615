/** A problem in a content pack, with its place. */
export interface Problem {
  /** Path of the file within the pack. */
  file: string;
  line?: number;
  /** The field, as a path such as `groups[0].sections[1].id`. */
  field?: string;
  message: string;
}

/** A problem as a line of text: 文件:行（字段）：说明. */
export function describeProblem({ file, line, field, message }: Problem): string {
  return `${file}${line ? `:${line}` : ""}${field ? `（${field}）` : ""}：${message}`;
}

/** Thrown when a pack cannot be loaded. It has all problems of the pack, and nothing was loaded. */
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
