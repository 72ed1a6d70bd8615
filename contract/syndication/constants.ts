/** Topics in a feed, and the longest text that one carries whole, in characters of HTML. */
export const feedLength = 30;

export const feedTextMax = 50_000;

/** Ids that one sitemap lists; the protocol's own limit is 50,000. */
export const sitemapSliceLength = 10_000;

/** Products and notices that the sitemap of the product centre names; the protocol's own limit is 50,000 in all. */
export const sitemapProductsMax = 40_000;

export const sitemapNoticesMax = 5_000;
