import type { CallResponse } from "contract";

export type ProductTable = CallResponse<"contentTable">;
export type Parameter = ProductTable["parameters"][number];

/** A parameter's name with its unit. */
export const parameterTitle = ({ name, unit }: Pick<Parameter, "name" | "unit">) =>
  unit === "" ? name : `${name}（${unit}）`;

/** The head of a parameter's column in a file; where two parameters share it, the parameter's own key. */
export const columnTitle = (all: Parameter[]) => (parameter: Parameter) => {
  const title = parameterTitle(parameter);
  const isShared = all.some(
    (other) => other !== parameter && [other.name, parameterTitle(other)].includes(title),
  );
  return isShared ? parameter.key : title;
};

/** What a cell of a parameter takes, in words. */
export function takenBy({ type, unit, choices }: Parameter): string {
  if (type === "yes") return "支持、不支持";
  if (type === "choice") return choices.join("、");
  if (type === "text") return "";
  return `例如 ${type === "range" ? "1.8~3.6" : "500"} ${unit}`.trim();
}

/** The names of the form's controls: the cell of a parameter, what the row was filled from, and a decision. */
export const cellName = (product: string, parameter: string) => `c_${product}_${parameter}`;
export const baseName = (product: string) => `b_${product}`;
export const takeName = (product: string, parameter: string) => `t_${product}_${parameter}`;
/** The field that names the decisions that the page asks for. */
export const askField = "ask";
