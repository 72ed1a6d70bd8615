import {
  activityFileBytesMax,
  activityFileEndings,
  activityKinds,
  answerMax,
  codesOf,
  dictionaryTypes,
  fieldTypes,
  keepDaysDefault,
  prefillSources,
  reviewModes,
  seatsMax,
  workFieldTypes,
  workTextMax,
} from "contract/activities/constants";
import { addTime, startOf } from "contract/base/time";
import { coded, image, line, moment, outsideUrl, packFile, packId } from "contract/content/fields";
import { topicContent } from "contract/forum/fields";
import { z } from "zod";
import { activityHome } from "./activity-home";
import { parseDuration } from "./durations";

/** activities/*.md (content/README.md). */

/**
 * A time of an activity: a time in Beijing, or one relative to the load, so that the demo has activities in every
 * state: `+5d 09:00` is nine o'clock in five days, `-2h` two hours ago.
 */
export type PackTime = { at: number } | { days: number; clock: string } | { offset: number };

const relative = /^([+-])((?:\d+d)?(?:\d+h)?(?:\d+m)?)(?: ([01]\d|2[0-3]):([0-5]\d))?$/;
const wrongTime = "时间应写成 2026-03-01 09:30，或从装载起算的 +5d 09:00、-2h 这样";
const time = z.string(wrongTime).transform((value, context): PackTime => {
  const [whole, sign, duration = "", hours, minutes] = relative.exec(value) ?? [];
  if (whole === undefined) {
    const parsed = moment.safeParse(value);
    if (parsed.success) return { at: parsed.data.getTime() };
  } else {
    const length = parseDuration(duration);
    const days = /^\d{1,4}d$/.test(duration) ? Number.parseInt(duration, 10) : null;
    const by = sign === "-" ? -1 : 1;
    if (hours !== undefined && days !== null) return { days: by * days, clock: `${hours}:${minutes}` };
    if (hours === undefined && length !== null) return { offset: by * length };
  }
  context.addIssue({ code: "custom", message: wrongTime });
  return z.NEVER;
});

const key = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}$/, "只能由字母、数字和连字符组成，以小写字母开头，最多 40 个字符");
const categoryKey = z.string().regex(/^[a-z0-9-]{1,40}$/, "只能由小写字母、数字和连字符组成，最多 40 个字符");
const item = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "代码只能由字母、数字、连字符和下划线组成，最多 40 个字符"),
  name: line(60),
});
const items = z.array(item).min(1, "没有选项").max(500, "最多 500 个选项");
const ending = z.enum(
  activityFileEndings.map((name) => name.slice(1)),
  `只能是 ${activityFileEndings.join("、")}（不写点）`,
);
const fileRules = {
  endings: z.array(ending).min(1, "没有文件类型").default(["pdf", "png", "jpg", "jpeg"]),
  maxBytes: z
    .number()
    .int("应为整数")
    .min(1, "应为正整数")
    .max(activityFileBytesMax, `不能超过 ${activityFileBytesMax}`)
    .default(activityFileBytesMax),
};

const field = z
  .strictObject({
    key,
    label: line(40),
    type: coded("type", fieldTypes),
    hint: line(200).optional(),
    required: z.boolean().default(true),
    max: z.number().int().min(1).max(answerMax, `不能超过 ${answerMax}`).default(200),
    long: z.boolean().default(false),
    many: z.boolean().default(false),
    choices: items.optional(),
    lookup: key.optional(),
    dictionary: coded("dictionary", dictionaryTypes).optional(),
    ...fileRules,
    prefill: coded("prefill", prefillSources).optional(),
    categories: z.array(categoryKey).max(50, "最多 50 个组别").default([]),
  })
  .superRefine(({ type, choices, lookup, dictionary, prefill }, context) => {
    const sources = [choices, lookup, dictionary].filter((list) => list !== undefined).length;
    if (type === "choice" && sources !== 1)
      context.addIssue({ code: "custom", message: "choice 要有 choices、lookup、dictionary 中的一个" });
    if (type !== "choice" && sources > 0)
      context.addIssue({ code: "custom", message: "只有 choice 有 choices、lookup、dictionary" });
    if (type === "file" && prefill !== undefined)
      context.addIssue({ code: "custom", path: ["prefill"], message: "file 不能预填" });
  });

const workField = z.strictObject({
  key,
  label: line(40),
  type: coded("type", workFieldTypes),
  hint: line(200).optional(),
  required: z.boolean().default(true),
  max: z.number().int().min(1).max(workTextMax, `不能超过 ${workTextMax}`).default(2_000),
  ...fileRules,
});

const category = z.strictObject({
  key: categoryKey,
  name: line(40),
  seats: z.number().int("应为整数").min(0, "不能是负数").max(seatsMax, "太大"),
});

/** A member's key, or the email of a registered account. */
const member = z.string().min(1, "不能为空").max(500, "太长");

/** Reports repeated keys in a list. */
function once(
  list: { key: string }[],
  name: string,
  context: { addIssue(issue: { code: "custom"; path: PropertyKey[]; message: string }): void },
): void {
  for (const [index, { key: own }] of list.entries())
    if (list.findIndex((other) => other.key === own) < index)
      context.addIssue({ code: "custom", path: [name, index, "key"], message: `“${own}”写了两次` });
}

export const activityFront = z
  .strictObject({
    id: packId,
    kind: coded("kind", codesOf(activityKinds)),
    title: line(80),
    summary: line(200).optional(),
    cover: z.strictObject({ image, alt: line(120) }).optional(),
    times: z.strictObject({ from: time, until: time }),
    signUp: z.strictObject({ from: time, until: time }),
    /** The venue; an https:// address for an online activity. */
    place: line(120),
    online: z.boolean().default(false),
    categories: z.array(category).min(1, "至少要有一个组别").max(50, "最多 50 个组别"),
    review: coded("review", reviewModes).default("auto"),
    teams: z
      .strictObject({
        min: z.number().int().min(1, "至少 1 人"),
        max: z.number().int().min(1, "至少 1 人").max(50, "最多 50 人"),
        until: time,
      })
      .refine(({ min, max }) => min <= max, { error: "min 不能大于 max", path: ["min"] })
      .optional(),
    fields: z.array(field).max(30, "最多 30 项").default([]),
    /** The activity's own lists of choices, which its fields use. */
    lookups: z.record(key, items).default({}),
    agenda: z
      .array(
        z.strictObject({
          at: line(40),
          title: line(120),
          speaker: line(60).optional(),
          place: line(60).optional(),
        }),
      )
      .max(100, "最多 100 项")
      .default([]),
    speakers: z
      .array(
        z.strictObject({
          name: line(40),
          title: line(80).optional(),
          introduction: line(500).optional(),
          image: image.optional(),
        }),
      )
      .max(50, "最多 50 位")
      .default([]),
    /** Markdown. */
    rules: topicContent.optional(),
    attachments: z
      .array(z.strictObject({ name: line(80), file: packFile.optional(), url: outsideUrl.optional() }))
      .max(20, "最多 20 个")
      .default([]),
    /** The forum section for discussion. */
    section: line(60).optional(),
    organisers: z.array(member).max(50, "最多 50 人").default([]),
    verify: z
      .array(z.enum(["phone", "email"]))
      .min(1, "至少要有一种")
      .max(2)
      .default(["phone"]),
    guests: z.boolean().default(false),
    /** The id of an exam that people must pass: an id of `exams/*.yaml`. */
    exam: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,40}$/, "考试类型有误")
      .optional(),
    works: z
      .strictObject({
        until: time,
        fields: z.array(workField).min(1, "作品至少要有一项").max(20, "最多 20 项"),
        judges: z.array(member).max(50, "最多 50 人").default([]),
      })
      .optional(),
    home: activityHome(time).optional(),
    keepDays: z
      .number()
      .int("应为整数")
      .min(1, "至少 1 天")
      .max(3_650, "最多 3650 天")
      .default(keepDaysDefault),
  })
  .superRefine((front, context) => {
    once(front.categories, "categories", context);
    once(front.fields, "fields", context);
    once(front.works?.fields ?? [], "works", context);
    // The portal stores no files of people without an account.
    if (front.guests && front.fields.some(({ type }) => type === "file"))
      context.addIssue({
        code: "custom",
        path: ["guests"],
        message: "要上传文件的活动不能开放给没有账号的人",
      });
    const categories = new Set(front.categories.map((one) => one.key));
    for (const [index, one] of front.fields.entries()) {
      const wrong = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: ["fields", index, name], message });
      if (one.lookup !== undefined && !(one.lookup in front.lookups))
        wrong("lookup", `lookups 里没有 ${one.lookup}`);
      for (const category of one.categories)
        if (!categories.has(category)) wrong("categories", `没有组别 ${category}`);
    }
    for (const [index, { file, url }] of front.attachments.entries())
      if ((file === undefined) === (url === undefined))
        context.addIssue({ code: "custom", path: ["attachments", index], message: "要写 file 或 url" });
  });

export type ActivityFront = z.output<typeof activityFront>;

/** The moment of a time in a pack. @param now the time of the load, for relative times */
export function timeOf(time: PackTime, now: Date): Date {
  if ("at" in time) return new Date(time.at);
  if ("offset" in time) return new Date(now.getTime() + time.offset);
  const [hours = 0, minutes = 0] = time.clock.split(":").map(Number);
  const day = addTime(startOf(now, "day"), time.days, "day");
  return addTime(day, hours * 60 + minutes, "minute");
}
