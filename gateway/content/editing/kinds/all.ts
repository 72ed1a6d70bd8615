import type { ContentKind } from "contract/content/kinds/words";
import { classesKind } from "./classes";
import type { EditedKind } from "./kind";
import { newsKind } from "./news";
import { noticesKind } from "./notices";
import { productsKind } from "./products";
import { resourcesKind } from "./resources";

/** The kinds of content that are edited in the browser. */
export const editedKinds: Record<ContentKind, EditedKind> = {
  news: newsKind,
  notices: noticesKind,
  products: productsKind,
  resources: resourcesKind,
  classes: classesKind,
};
