import type { CallsOf } from "../call-rows";

const product = ({ product: { id } }: { product: { id: number } }) => ({ id });

const file = ({ product: { file: pk_file } }: { product: { file: number } }) => ({ pk_file });

/** The calls of the product centre in tests. */
export const calls: CallsOf<"products"> = {
  productTree: { who: "everyone", request: () => ({}) },
  productClass: { who: "everyone", subjectOf: ["/products/index"], request: () => ({ id: 11 }) },
  productCenter: { who: "everyone", request: () => ({}) },
  productList: {
    who: "everyone",
    subjectOf: ["/products/index"],
    request: () => ({ id: 11, filters: { state: ["production"], "p.current.min": ["500 mA"] } }),
  },
  productTable: {
    who: "everyone",
    unreached: "For the files of a class's table: products.test.ts.",
    request: () => ({ id: 11, order: "-p.current" }),
  },
  productCompare: {
    who: "everyone",
    subjectOf: ["/products/compare"],
    request: ({ product: { id } }: { product: { id: number } }) => ({ ids: [id] }),
  },
  productInfo: { who: "everyone", subjectOf: ["/products/details/:id"], request: product },
  productResources: { who: "everyone", request: product },
  productNotice: {
    who: "everyone",
    subjectOf: ["/products/notices/:number"],
    request: ({ product: { notice } }: { product: { notice: string } }) => ({ number: notice }),
  },
  productNews: { who: "everyone", request: product },
  followedProducts: { who: "signedIn", subjectOf: ["/personalCenter/follow"], request: () => ({}) },
  previewUrl: { who: "everyone", request: file },
  resourceUrl: {
    who: "everyone",
    unreached:
      "Of what the demo has none: an edited post, an own suggestion; and addresses that are none, or lead to a file.",
    request: file,
  },
  getAllS3Name: {
    who: "everyone",
    unreached:
      "Asked where another cannot be had (upstream-parts.test.ts), and of texts that name pictures (stored-images.test.ts).",
    request: () => ({}),
  },
  getBatchUrl: {
    who: "everyone",
    unreached:
      "Asked where another cannot be had (upstream-parts.test.ts), and of texts that name pictures (stored-images.test.ts).",
    request: () => ({ s3names: ["0123456789abcdef0123456789abcdef.png", ""] }),
  },
};
