import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import type { Problem } from "../problems";

/** A value from a file, with a function that finds the line of a field. */
export interface Parsed<T> {
  value: T;
  lineOf(path: PropertyKey[]): number;
}

type Issue = z.core.$ZodIssue;

const kinds: Record<string, string> = {
  string: "文字（像数字的要加引号）",
  number: "数字",
  int: "整数",
  boolean: "true 或 false",
  array: "列表",
  object: "键值表",
};

/** Chinese messages for problems without a message in the schema. */
function messageFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") return `不认识的字段 ${issue.keys.join("、")}`;
  if (issue.code === "invalid_type") {
    if (issue.input === undefined || issue.input === null) return "缺少这一项";
    return `应为${kinds[issue.expected] ?? issue.expected}`;
  }
  return "填写有误";
}

/** A path as text: `groups[0].sections[1].id`. */
export function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    "",
  );
}

/** The path to report: an unknown key itself instead of its object. */
function issuePath(issue: Issue): PropertyKey[] {
  return issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
}

/** Checks a value that does not come from YAML, such as a text. Problems get the given line. */
export function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  file: string,
  line: number,
  problems: Problem[],
): z.output<Schema> | null {
  const checked = schema.safeParse(value, { error: messageFor });
  if (checked.success) return checked.data;
  for (const issue of checked.error.issues) problems.push({ file, line, message: issue.message });
  return null;
}

/**
 * Parses YAML and checks it against a schema. When it has problems, adds them to `problems` and returns null.
 * @param firstLine the line of the file on which the text starts (front matter starts on the second).
 */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  problems: Problem[],
  firstLine = 1,
): Parsed<z.output<Schema>> | null {
  const lines = new LineCounter();
  let document: ReturnType<typeof parseDocument>;
  let value: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines });
    value = document.errors.length === 0 ? document.toJS() : undefined;
  } catch {
    // A few lines of aliases can expand to gigabytes, and nested brackets can overflow the stack.
    problems.push({ file, line: firstLine, message: "YAML 嵌套太深，或别名（*名称）展开后太大" });
    return null;
  }
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  const [broken] = document.errors;
  if (broken) {
    // One broken line causes errors in many following lines, so only the first error is reported.
    const reason = broken.message.split("\n")[0]?.replace(/ at line .*$/, "");
    problems.push({
      file,
      line: lineAt(broken.pos[0]),
      message: `YAML 格式有误，请检查这里和上一行的缩进、括号、引号（${reason}）`,
    });
    return null;
  }
  const lineOf = (path: PropertyKey[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
        return lineAt(Number(node.range[0]));
    }
    return firstLine;
  };
  const checked = schema.safeParse(value, { error: messageFor });
  if (checked.success) return { value: checked.data, lineOf };
  for (const issue of checked.error.issues) {
    const path = issuePath(issue);
    problems.push({
      file,
      line: lineOf(path),
      ...(path.length > 0 ? { field: fieldName(path) } : {}),
      message: issue.message,
    });
  }
  return null;
}
