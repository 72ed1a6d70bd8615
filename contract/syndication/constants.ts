/** Topics in a feed, and the longest text that a feed contains in full, in characters of HTML. */
export const feedLength = 30;

export const feedTextMax = 50_000;

/** The most ids in a sitemap; the protocol's limit is 50,000. */
export const sitemapSliceLength = 10_000;

/** The most products and notices in the product centre's sitemap; the protocol's limit is 50,000 in all. */
export const sitemapProductsMax = 40_000;

export const sitemapNoticesMax = 5_000;
