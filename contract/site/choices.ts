/** What the operator arranges of the home page and the development centre. */

/** The kinds of blocks that a home page is made of. */
export const homeBlockKinds = [
  "sections",
  "products",
  "resources",
  "videos",
  "news",
  "events",
  "tags",
  "people",
  "heroes",
  "links",
] as const;
export type HomeBlockKind = (typeof homeBlockKinds)[number];

/** Parts of the development centre's menu that can be hidden (spec 3.1). */
export const menuFlags = [
  "solution",
  "docs",
  "tool",
  "evaluationBoard",
  "referenceCases",
  "trainingMaterials",
] as const;

export type MenuFlag = (typeof menuFlags)[number];
