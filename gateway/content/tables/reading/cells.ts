import { parameterValue } from "../../pack/check/parameter-values";
import type { ProductParameters } from "./table";

type Parameter = ProductParameters[number];
/** A value as a product's body has it. */
export type CellValue = boolean | string | string[];

/** A value of a body as a cell shows it. */
export function cellText(value: unknown): string {
  if (typeof value === "boolean") return value ? "支持" : "不支持";
  return Array.isArray(value) ? value.join("、") : String(value ?? "");
}

const yes = new Set(["支持", "是", "有", "true", "yes", "y", "1", "√"]);
const no = new Set(["不支持", "否", "无", "没有", "false", "no", "n", "0", "×"]);

const separators = /[、；;|\n]/;

/** The choices that a cell names: at each place the longest one, as a choice may have a separator in its own name. */
function choicesIn(text: string, choices: string[]): string[] {
  const longestFirst = [...choices].sort((one, other) => other.length - one.length);
  const found: string[] = [];
  for (let rest = text.trim(); rest !== ""; ) {
    const isNext = (each: string) =>
      rest.startsWith(each) && /^\s*(?:$|[、；;|\n])/.test(rest.slice(each.length));
    const next = longestFirst.find(isNext) ?? rest.split(separators, 1)[0] ?? "";
    if (next.trim() !== "") found.push(next.trim());
    rest = rest
      .slice(next.length)
      .replace(/^\s*[、；;|\n]?/, "")
      .trim();
  }
  return found;
}

/**
 * Reads what is typed in a cell that is not empty, as a pack's value is read; a bare number has the parameter's unit.
 * @returns the value and how it is shown, or the message of a problem
 */
export function readCell(typed: string, parameter: Parameter): { value: CellValue; text: string } | string {
  const { type, choices } = parameter;
  const asked = { ...parameter, filter: true, compare: true };
  if (type === "yes") {
    const said = typed.toLowerCase();
    if (!yes.has(said) && !no.has(said)) return "应为“支持”或“不支持”";
    return { value: yes.has(said), text: cellText(yes.has(said)) };
  }
  if (type === "choice") {
    const read = parameterValue(choicesIn(typed, choices), asked);
    return typeof read === "string" ? read : { value: read.choices ?? [], text: read.shown };
  }
  const read = parameterValue(typed, asked);
  return typeof read === "string" ? read : { value: read.shown, text: read.shown };
}
