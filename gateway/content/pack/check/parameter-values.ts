import { cleanText } from "contract/base/fields";
import { exact, factorOf } from "contract/products/units";
import type { ProductValue } from "../../../database/tables/products";
import type { PackParameter } from "../schemas/products";

const digits = "[+-]?\\d{1,12}(?:\\.\\d{1,9})?";
const single = new RegExp(`^(${digits})()\\s*(\\S{0,16})$`);
const double = new RegExp(`^(${digits})\\s*[~～]\\s*(${digits})\\s*(\\S{0,16})$`);

function numbers(value: unknown, { type, unit }: PackParameter): ProductValue | string {
  const example = type === "range" ? `1.8~3.6 ${unit}` : `500 ${unit}`;
  const text = typeof value === "number" && Number.isFinite(value) ? `${value} ${unit}` : value;
  if (typeof text !== "string") return `应为数值，例如 ${example.trim()}`;
  const clean = cleanText(text).trim();
  const [, low = "", high = "", unitText = ""] = (type === "range" ? double : single).exec(clean) ?? [];
  if (low === "") return `应为数值，例如 ${example.trim()}`;
  // More digits than a number may have are no unit.
  if (/^[\d.]/.test(unitText)) return "小数点前最多 12 位，后面最多 9 位";
  const factor = factorOf(unitText, unit);
  if (factor === null) return unit ? `单位应为 ${unit}，可以带 k、M、m、u 这样的前缀` : "这个参数没有单位";
  const range = [exact(Number(low) * factor), exact(Number(high === "" ? low : high) * factor)] as const;
  if (range[0] > range[1]) return "范围应从小到大";
  // A number alone is in the parameter's unit: readers see it.
  const shown = unitText === "" ? `${clean} ${unit}`.trim() : clean;
  return { shown, low: range[0], high: range[1] };
}

/** Reads a product's value of a parameter. @returns the value, or the message of a problem. */
export function parameterValue(value: unknown, parameter: PackParameter): ProductValue | string {
  switch (parameter.type) {
    case "yes":
      return typeof value === "boolean"
        ? { shown: value ? "支持" : "不支持", yes: value }
        : "应为 true（支持）或 false（不支持）";
    case "choice": {
      const chosen = (Array.isArray(value) ? value : [value]).map(String);
      const unknown = chosen.find((choice) => !parameter.choices.includes(choice));
      if (unknown !== undefined)
        return `没有选项“${unknown.slice(0, 40)}”，可选：${parameter.choices.join("、")}`;
      if (chosen.length === 0) return "没有选项";
      // The choices in the order of the class, without repetitions.
      const choices = parameter.choices.filter((choice) => chosen.includes(choice));
      return { shown: choices.join("、"), choices };
    }
    case "text": {
      const text = cleanText(
        typeof value === "number" ? String(value) : typeof value === "string" ? value : "",
      ).trim();
      if (text === "") return "应为文字";
      return text.length > 200 ? "不能超过 200 个字符" : { shown: text };
    }
    default:
      return numbers(value, parameter);
  }
}
