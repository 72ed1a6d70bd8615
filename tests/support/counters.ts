import type { Database } from "gateway/database/open";
import { expect } from "vitest";
import { wrongCounters } from "./wrong-counters";

/**
 * Fails unless the notices of likes name exactly the people who like. Only for likes that were made through the calls.
 */
export async function expectExactLikeNotices(database: Database): Promise<void> {
  expect((await wrongCounters(database)).likeNotices).toEqual([]);
}

/** Fails unless every stored counter in the database equals the counted value. */
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
