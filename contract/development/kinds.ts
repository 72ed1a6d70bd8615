import type { ResourceKind } from "../resources/choices";
import type { MenuFlag } from "../site/choices";

/** The kinds of resources that each part of the menu holds; evaluation boards are products. */
export const kindsOfType: Record<MenuFlag, readonly ResourceKind[]> = {
  solution: ["solution"],
  docs: ["datasheet", "docs", "hardware", "note"],
  tool: ["sdk", "tool", "system", "example"],
  evaluationBoard: [],
  referenceCases: ["reference"],
  trainingMaterials: ["training"],
};
