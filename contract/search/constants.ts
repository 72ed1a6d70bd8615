/** Characters of a search. */
export const searchTextMax = 100;

/** Results are counted up to this number. */
export const searchTotalMax = 200;

/** The kinds of results from the catalogue. */
export const catalogueKinds = [
  "products",
  "resources",
  "notices",
  "news",
  "videos",
  "courses",
  "lessons",
] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];
/** The kinds with facets: those of the catalogue, and the pages inside of documents. */
export type FacetedKind = CatalogueKind | "documents";

/** A product class, a resource level, a file's ending, a year and a product's state. */
export type FacetName = "classId" | "levelId" | "fileType" | "year" | "state";

/** The facets of each kind of results. */
export const facetsOf: Record<FacetedKind, readonly FacetName[]> = {
  products: ["classId", "state", "year"],
  resources: ["levelId", "classId", "fileType", "year"],
  notices: ["classId", "year"],
  news: ["classId", "year"],
  videos: ["classId", "year"],
  courses: ["classId", "year"],
  lessons: ["classId", "year"],
  documents: ["levelId", "classId", "year"],
};
