import { hasDiagram } from "./cost/cost";
import { loadDiagrams } from "./diagrams/diagrams";
import { loadFormulas } from "./formulas/mathml";

/** Loads the renderers of formulas and diagrams if the text has any. Without them, both stay code. */
export async function prepareFor(source: string): Promise<void> {
  await Promise.all([source.includes("$") && loadFormulas(), hasDiagram(source) && loadDiagrams()]);
}
