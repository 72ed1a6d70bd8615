import { image, line, outsideUrl } from "contract/content/fields";
import { topicContent } from "contract/forum/fields";
import { z } from "zod";

const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item).max(most, `最多 ${most} 项`).default([]);

const rank = z.number().int("应为整数").min(1, "名次从 1 开始").max(1_000, "最多 1000 名");

/** An address elsewhere, or a path of the portal. */
const somewhere = z.union(
  [outsideUrl, z.string().regex(/^\/(?!\/)[^\s\\]{0,300}$/)],
  "应是 https:// 开头的地址，或以 / 开头的站内地址",
);

/** `home` of an activity: what its page tells beyond time and place. @param time a time of the activity */
export const activityHome = <Time extends z.ZodType>(time: Time) =>
  z.strictObject({
    steps: list(
      z.strictObject({ at: time, until: time.optional(), title: line(60), text: line(300).optional() }),
      30,
    ),
    prizes: list(
      z.strictObject({
        name: line(40),
        /** One rank, or the first and the last; a prize without ranks goes to winners whom somebody names. */
        ranks: z
          .union(
            [rank.transform((only): [number, number] => [only, only]), z.tuple([rank, rank])],
            "应为名次，如 1 或 [2, 3]",
          )
          .refine(([first, last]) => first <= last, "先写靠前的名次")
          .optional(),
        count: z.number().int("应为整数").min(1, "至少 1 名").max(1_000, "最多 1000 名").default(1),
        prize: line(120),
      }),
      20,
    ),
    tracks: list(z.strictObject({ name: line(60), text: line(500) }), 20),
    criteria: list(
      z.strictObject({
        name: line(40),
        weight: z.number().int("应为整数").min(1, "至少 1").max(100, "最多 100"),
        text: line(300).optional(),
      }),
      20,
    ),
    panel: list(
      z.strictObject({ name: line(40), title: line(80).optional(), introduction: line(500).optional() }),
      50,
    ),
    questions: list(z.strictObject({ question: line(120), answer: line(1_000) }), 50),
    materials: list(
      z.strictObject({ name: line(80), text: line(300).optional(), url: somewhere.optional() }),
      30,
    ),
    news: list(z.strictObject({ at: time, title: line(120), text: line(1_000).optional() }), 50),
    /** Winners that the operator presents, with pictures. */
    winners: list(
      z.strictObject({
        award: line(40),
        title: line(80),
        by: line(60),
        track: line(60).optional(),
        text: line(500).optional(),
        image: image.optional(),
        repository: outsideUrl.optional(),
        video: outsideUrl.optional(),
      }),
      50,
    ),
    /** Markdown, after the end. */
    recap: topicContent.optional(),
    /** Whether everybody sees the works that were handed in, once nobody can change them. */
    gallery: z.boolean().default(false),
  });
