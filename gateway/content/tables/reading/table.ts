import type { CallResponse } from "contract";

/** What is compared of a class's table. */
export interface ProductTable {
  parameters: CallResponse<"contentTable">["parameters"];
  products: Pick<CallResponse<"contentTable">["products"][number], "key" | "title" | "values">[];
}
export type ProductParameters = ProductTable["parameters"];

/** A parameter's name at the head of a column. */
export const columnName = ({ name, unit }: Pick<ProductParameters[number], "name" | "unit">) =>
  unit === "" ? name : `${name}（${unit}）`;
