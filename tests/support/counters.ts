import type { Database } from "gateway/database/open";
import { expect } from "vitest";
import { wrongCounters } from "./wrong-counters";

/**
 * Fails unless the notices of likes speak of exactly those who like: for what was liked through the calls.
 */
export async function expectExactLikeNotices(database: Database): Promise<void> {
  expect((await wrongCounters(database)).likeNotices).toEqual([]);
}

/** Fails unless every kept counter in the database equals what its rows say. */
export async function expectExactCounters(database: Database): Promise<void> {
  expect(await wrongCounters(database)).toEqual({
    courses: [],
    lessons: [],
    exams: [],
    lecturers: [],
    sections: [],
    accounts: [],
    topics: [],
    posts: [],
    tags: [],
    skills: [],
    days: [],
    products: [],
    resources: [],
    videos: [],
    likeNotices: expect.any(Array),
  });
}
