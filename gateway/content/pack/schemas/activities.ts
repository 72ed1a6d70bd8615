import { activityFileBytesMax } from "contract/activities/constants";
import { addTime, startOf } from "contract/base/time";
import { image, line, moment, outsideUrl, packFile, packId } from "contract/content/fields";
import {
  activityFields,
  agendaFields,
  categoryFields,
  categoryKey,
  choiceCode,
  choiceName,
  choicesMax,
  fieldKey,
  fileEndings,
  fileEndingsDefault,
  signupFieldFields,
  speakerFields,
  teamSize,
  workFieldFields,
} from "contract/content/kinds/activities/activity-body";
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

const item = z.strictObject({ code: choiceCode, name: choiceName });
const items = z.array(item).min(1, "没有选项").max(choicesMax, `最多 ${choicesMax} 个选项`);
const fileRules = {
  endings: fileEndings.min(1, "没有文件类型").default(fileEndingsDefault),
  maxBytes: z
    .number()
    .int("应为整数")
    .min(1, "应为正整数")
    .max(activityFileBytesMax, `不能超过 ${activityFileBytesMax}`)
    .default(activityFileBytesMax),
};

const { dictionary, prefill, ...asked } = signupFieldFields;
// The order of fields counts: a load finds by the text of what it read whether an activity changed.
const field = z
  .strictObject({
    key: fieldKey,
    ...asked,
    choices: items.optional(),
    lookup: fieldKey.optional(),
    dictionary,
    ...fileRules,
    prefill,
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

const workField = z.strictObject({ key: fieldKey, ...workFieldFields, ...fileRules });

const category = z.strictObject({ key: categoryKey, ...categoryFields });

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

const { kind, title, summary, place, online, review, guests, exam, keepDays } = activityFields;
export const activityFront = z
  .strictObject({
    id: packId,
    kind,
    title,
    summary,
    cover: z.strictObject({ image, alt: line(120) }).optional(),
    times: z.strictObject({ from: time, until: time }),
    signUp: z.strictObject({ from: time, until: time }),
    place,
    online,
    categories: z.array(category).min(1, "至少要有一个组别").max(50, "最多 50 个组别"),
    review,
    teams: z
      .strictObject({ ...teamSize, until: time })
      .refine(({ min, max }) => min <= max, { error: "min 不能大于 max", path: ["min"] })
      .optional(),
    fields: z.array(field).max(30, "最多 30 项").default([]),
    /** The activity's own lists of choices, which its fields use. */
    lookups: z.record(fieldKey, items).default({}),
    agenda: z.array(z.strictObject(agendaFields)).max(100, "最多 100 项").default([]),
    speakers: z
      .array(z.strictObject({ ...speakerFields, image: image.optional() }))
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
    guests,
    exam,
    works: z
      .strictObject({
        until: time,
        fields: z.array(workField).min(1, "作品至少要有一项").max(20, "最多 20 项"),
        judges: z.array(member).max(50, "最多 50 人").default([]),
      })
      .optional(),
    home: activityHome(time).optional(),
    keepDays,
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
