const nothing = () => ({});
const product = ({ product: { id } }: { product: { id: number } }) => ({ id });
const file = ({ product: { file: pk_file } }: { product: { file: number } }) => ({ pk_file });

/** Requests of the product centre's calls that are right in the scene. */
export const productRequests = {
  productTree: nothing,
  productClass: () => ({ id: 11 }),
  productList: () => ({ id: 11, filters: { state: ["production"], "p.current.min": ["500 mA"] } }),
  productTable: () => ({ id: 11, order: "-p.current" }),
  productCompare: ({ product: { id } }: { product: { id: number } }) => ({ ids: [id] }),
  productInfo: product,
  productResources: product,
  productNotice: ({ product: { notice } }: { product: { notice: string } }) => ({ number: notice }),
  productNews: product,
  followedProducts: nothing,
  previewUrl: file,
  resourceUrl: file,
  sitemapProducts: nothing,
  getAllS3Name: nothing,
  getBatchUrl: () => ({ s3names: ["0123456789abcdef0123456789abcdef.png", ""] }),
};
