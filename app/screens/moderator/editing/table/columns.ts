import type { CallResponse } from "contract";

export type ProductTable = CallResponse<"contentTable">;
export type Parameter = ProductTable["parameters"][number];

/** A parameter's name with its unit. */
export const parameterTitle = ({ name, unit }: Pick<Parameter, "name" | "unit">) =>
  unit === "" ? name : `${name}（${unit}）`;

/** The first columns of a file: what a row is, for the gateway and for people. */
export const firstColumns = ["编号", "产品", "状态", "版本"];

/**
 * The head of a parameter's column in a file; the parameter's own key where another parameter or one of the first
 * columns is called the same.
 */
export const columnTitle = (all: Parameter[]) => (parameter: Parameter) => {
  const title = parameterTitle(parameter);
  const isShared = all.some(
    (other) => other !== parameter && [other.key, other.name, parameterTitle(other)].includes(title),
  );
  return isShared || firstColumns.includes(title) ? parameter.key : title;
};

/** What a cell of a parameter takes, in words, beside the unit in its head; empty for what needs no words. */
export function takenBy({ type, choices }: Parameter): string {
  if (type === "yes") return "支持、不支持";
  if (type === "choice") return choices.join("、");
  return type === "range" ? "例如 1.8~3.6" : "";
}

/** The names of the form's controls: the cell of a parameter, what the row was filled from, and a decision. */
export const cellName = (product: string, parameter: string) => `c_${product}_${parameter}`;
export const baseName = (product: string) => `b_${product}`;
export const takeName = (product: string, parameter: string) => `t_${product}_${parameter}`;
/** The field that carries what the page with the changes shows, and the one that publishes before a set time. */
export const [planField, earlyField] = ["plan", "early"];
