import { image } from "contract/content/fields";
import { homeFields, rank, speakerFields } from "contract/content/kinds/activities/activity-body";
import { topicContent } from "contract/forum/fields";
import { z } from "zod";

const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).max(most, `最多 ${most} 项`).default([]);

const { repository, video, ...winner } = homeFields.winner;

/** `home` of an activity: what its page tells beyond time and place. @param time a time of the activity */
export const activityHome = <Time extends z.ZodType>(time: Time) =>
  z.strictObject({
    steps: list(z.strictObject({ at: time, until: time.optional(), ...homeFields.step }), 30),
    prizes: list(
      z.strictObject({
        name: homeFields.prize.name,
        /** One rank, or the first and the last; a prize without ranks goes to winners whom somebody names. */
        ranks: z
          .union(
            [rank.transform((only): [number, number] => [only, only]), z.tuple([rank, rank])],
            "应为名次，如 1 或 [2, 3]",
          )
          .refine(([first, last]) => first <= last, "先写靠前的名次")
          .optional(),
        count: homeFields.prize.count,
        prize: homeFields.prize.prize,
      }),
      20,
    ),
    tracks: list(z.strictObject(homeFields.track), 20),
    criteria: list(z.strictObject(homeFields.criterion), 20),
    panel: list(z.strictObject(speakerFields), 50),
    questions: list(z.strictObject(homeFields.question), 50),
    materials: list(z.strictObject(homeFields.material), 30),
    news: list(z.strictObject({ at: time, ...homeFields.news }), 50),
    /** Winners that the operator presents, with pictures. */
    winners: list(z.strictObject({ ...winner, image: image.optional(), repository, video }), 50),
    /** Markdown, after the end. */
    recap: topicContent.optional(),
    /** Whether everybody sees the works that were handed in, once nobody can change them. */
    gallery: z.boolean().default(false),
  });
