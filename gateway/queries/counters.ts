import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, sections, tags } from "../database/schema";

/** How many more (or fewer) topics and posts a section or an account has. Posts count the first floors too. */
export interface Gain {
  topics?: number;
  posts?: number;
}

export async function countInSection(database: Database, sectionId: number, { topics = 0, posts = 0 }: Gain): Promise<void> {
  await database
    .update(sections)
    .set({ topics: sql`${sections.topics} + ${topics}`, posts: sql`${sections.posts} + ${posts}` })
    .where(eq(sections.id, sectionId));
}

export async function countForAccount(database: Database, accountId: number, { topics = 0, posts = 0 }: Gain): Promise<void> {
  await database
    .update(accounts)
    .set({ topics: sql`${accounts.topics} + ${topics}`, posts: sql`${accounts.posts} + ${posts}` })
    .where(eq(accounts.id, accountId));
}

export async function countInTags(database: Database, tagIds: number[], topics: 1 | -1): Promise<void> {
  if (tagIds.length === 0) return;
  await database
    .update(tags)
    .set({ topics: sql`${tags.topics} + ${topics}` })
    .where(inArray(tags.id, tagIds));
}
