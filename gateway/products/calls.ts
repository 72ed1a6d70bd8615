/** The product centre (spec 7.2, Products). */
import type { productCalls } from "contract/products/calls";
import { downloadOf } from "../resources/download";
import { accountOf, type HandlersOf } from "../server/context";
import { productCenter } from "./center";
import { productClass, productTree } from "./classes";
import { compareProducts } from "./compare";
import { followedProducts } from "./followed";
import { productInfo } from "./info";
import { productPage, productTable } from "./list";
import { productNews } from "./news";
import { productNotice } from "./notices";
import { previewProduct } from "./preview";
import { previewUrl, productResources } from "./resources";
import { batchUrls, firstNames } from "./s3-names";

export const productHandlers = {
  async productTree(request, { database }) {
    return { result: await productTree(database, request) };
  },
  productClass: (request, { database }) => productClass(database, request),
  productCenter: (_request, { database }) => productCenter(database),
  productList: (request, context) => productPage(context, request),
  productTable: (request, context) => productTable(context, request),
  productCompare: (request, context) => compareProducts(context, request),
  productInfo: ({ id, preview }, context) =>
    preview === undefined ? productInfo(context, id) : previewProduct(context, id, preview),
  productResources: ({ id }, context) => productResources(context, id),
  productNotice: (request, context) => productNotice(context, request),
  productNews: ({ id }, { database }) => productNews(database, id),
  followedProducts: ({ page }, context) => followedProducts(context.database, accountOf(context).id, page),
  async previewUrl({ pk_file }, context) {
    return { result: { url: await previewUrl(context, pk_file) } };
  },
  async resourceUrl({ pk_file }, context) {
    return { result: await downloadOf(pk_file, context) };
  },
  async getAllS3Name(_request, context) {
    return { data: { result: await firstNames(context) } };
  },
  async getBatchUrl({ s3names }, context) {
    return { result: await batchUrls(context, s3names) };
  },
} satisfies HandlersOf<typeof productCalls>;
