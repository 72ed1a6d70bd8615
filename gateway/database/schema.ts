/** All tables, in the PostgreSQL dialect that PGlite and PostgreSQL share: `npm run db:generate` writes this list. */

export * from "./tables/accounts";
export * from "./tables/activities";
export * from "./tables/analytics";
export * from "./tables/exams";
export * from "./tables/feedback";
export * from "./tables/forum";
export * from "./tables/jobs";
export * from "./tables/messages";
export * from "./tables/moderation";
export * from "./tables/news";
export * from "./tables/people";
export * from "./tables/privacy";
export * from "./tables/products";
export * from "./tables/profiles";
export * from "./tables/reading";
export * from "./tables/resources";
export * from "./tables/sign-in";
export * from "./tables/site";
export * from "./tables/training";
