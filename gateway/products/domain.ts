import { productNotices, products } from "../database/schema";
import type { Domain } from "../server/domain";
import { productHandlers } from "./calls";
import { tellFollowersJob } from "./tell-followers";

export const productsDomain = {
  handlers: productHandlers,
  jobs: [tellFollowersJob],
  fileColumns: [
    products.gallery,
    products.diagramImage,
    products.drawings,
    products.pinoutImage,
    products.certifications,
    products.source,
    products.html,
    productNotices.workaround,
    productNotices.workaroundSource,
    productNotices.fileName,
    productNotices.source,
    productNotices.html,
  ],
} satisfies Domain;
