import { hasDiagram } from "./cost/cost";
import { loadDiagrams } from "./diagrams/diagrams";
import { loadFormulas } from "./formulas/mathml";

/** Loads what a text needs besides the renderer: formulas and diagrams stay code without. */
export async function prepareFor(source: string): Promise<void> {
  await Promise.all([source.includes("$") && loadFormulas(), hasDiagram(source) && loadDiagrams()]);
}
