import { z } from "zod";
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
} from "../../../activities/constants";
import { withoutControls } from "../../../base/fields";
import { minuteOf } from "../../../base/time";
import { coded, line, moment, outsideUrl, packId, tagText } from "../../fields";
import { contentText, storedName, storedPicture } from "../stored";
import { activityWords } from "./activity-words";
import { wrongInActivity } from "./wrong-in-activity";

/** The schema of an activity; its fields check a pack's activities too (gateway/content/pack/schemas/activities.ts). */

const words = activityWords;
const whole = (min: number, max: number, low: string, high = `最多 ${max}`) =>
  z.number("应为整数").int("应为整数").min(min, low).max(max, high);
const text = (max: number) =>
  z
    .string()
    .max(max, `不能超过 ${max} 个字符`)
    .transform((value) => withoutControls(value).trim());

export const fieldKey = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}$/, "只能由字母、数字和连字符组成，以小写字母开头，最多 40 个字符");
export const categoryKey = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, "只能由小写字母、数字和连字符组成，最多 40 个字符");
export const choiceCode = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, "代码只能由字母、数字、连字符和下划线组成，最多 40 个字符");
export const choiceName = line(60);
export const choicesMax = 500;
const fileEnding = z.enum(
  activityFileEndings.map((name) => name.slice(1)),
  `只能是 ${activityFileEndings.join("、")}（不写点）`,
);
export const fileEndings = z.array(fileEnding);
export const fileEndingsDefault: z.output<typeof fileEndings> = ["pdf", "png", "jpg", "jpeg"];

/** What an activity of a pack and one of the browser have in common. */
export const activityFields = {
  kind: coded("kind", codesOf(activityKinds)),
  title: line(words.title.max),
  summary: line(words.summary.max).optional(),
  /** The venue; an https:// address for an online activity. */
  place: line(words.place.max),
  online: z.boolean().default(false),
  review: coded("review", reviewModes).default("auto"),
  guests: z.boolean().default(false),
  /** The id of an exam that people must pass. */
  exam: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, "考试类型有误")
    .optional(),
  keepDays: whole(1, 3_650, "至少 1 天", "最多 3650 天").default(keepDaysDefault),
};
export const categoryFields = { name: line(40), seats: whole(0, seatsMax, "不能是负数", "太大") };
export const teamSize = { min: whole(1, 50, "至少 1 人"), max: whole(1, 50, "至少 1 人", "最多 50 人") };
const asked = { hint: line(200).optional(), required: z.boolean().default(true) };
export const signupFieldFields = {
  label: line(40),
  type: coded("type", fieldTypes),
  ...asked,
  max: whole(1, answerMax, "至少 1 个字", `不能超过 ${answerMax}`).default(200),
  long: z.boolean().default(false),
  many: z.boolean().default(false),
  dictionary: coded("dictionary", dictionaryTypes).optional(),
  prefill: coded("prefill", prefillSources).optional(),
};
export const workFieldFields = {
  label: line(40),
  type: coded("type", workFieldTypes),
  ...asked,
  max: whole(1, workTextMax, "至少 1 个字", `不能超过 ${workTextMax}`).default(2_000),
};
export const agendaFields = {
  at: line(40),
  title: line(120),
  speaker: line(60).optional(),
  place: line(60).optional(),
};
export const speakerFields = {
  name: line(40),
  title: line(80).optional(),
  introduction: line(500).optional(),
};
/** An address elsewhere, or a path of the portal. */
const somewhere = z.union(
  [outsideUrl, z.string().regex(/^\/(?!\/)[^\s\\]{0,300}$/)],
  "应是 https:// 开头的地址，或以 / 开头的站内地址",
);
const text300 = line(300).optional();
export const rank = whole(1, 1_000, "名次从 1 开始", "最多 1000 名");
export const homeFields = {
  step: { title: line(60), text: text300 },
  prize: { name: line(40), count: whole(1, 1_000, "至少 1 名", "最多 1000 名").default(1), prize: line(120) },
  track: { name: line(60), text: line(500) },
  criterion: { name: line(40), weight: whole(1, 100, "至少 1"), text: text300 },
  question: { question: line(120), answer: line(1_000) },
  material: { name: line(80), text: text300, url: somewhere.optional() },
  news: { title: line(120), text: line(1_000).optional() },
  winner: {
    award: line(40),
    title: line(80),
    by: line(60),
    track: line(60).optional(),
    text: line(500).optional(),
    repository: outsideUrl.optional(),
    video: outsideUrl.optional(),
  },
};

/** A time in a row, as it is typed. */
const minute = moment.transform((at) => minuteOf(at));
const pictures = z.array(storedPicture).max(1, "只能有一张").default([]);
/** A choice of a field. The gateway gives a code to one that has none. */
const choice = z.strictObject({ code: choiceCode.optional(), name: choiceName });
const choices = z.array(choice).max(choicesMax, `最多 ${choicesMax} 个选项`).default([]);
export const megabyte = 1024 * 1024;
export const megabytesMax = activityFileBytesMax / megabyte;
/** Which files a field takes; without them those that most want. */
const files = {
  endings: fileEndings.max(activityFileEndings.length, "写了两次").default([]),
  megabytes: whole(1, megabytesMax, "至少 1 MB").optional(),
};
const accounts = z.array(packId).max(words.organisers.max, `最多 ${words.organisers.max} 人`).default([]);
const list = <Row extends z.ZodType>(row: Row, max: number) =>
  z.array(row).max(max, `最多 ${max} 项`).default([]);

/** The rows of its lists. Keys are by what sign-ups and works find a row again; the gateway gives them. */
const rowShapes = {
  categories: z.strictObject({ key: categoryKey.optional(), ...categoryFields }),
  fields: z.strictObject({
    key: fieldKey.optional(),
    ...signupFieldFields,
    choices,
    ...files,
    categories: z
      .array(z.preprocess(tagText, line(40)))
      .max(50, "最多 50 个组别")
      .default([]),
  }),
  workFields: z.strictObject({ key: fieldKey.optional(), ...workFieldFields, ...files }),
  attachments: z.strictObject({ name: line(80), file: storedName.optional(), url: outsideUrl.optional() }),
  agenda: z.strictObject(agendaFields),
  speakers: z.strictObject({ ...speakerFields, picture: pictures }),
  steps: z.strictObject({ at: minute, until: minute.optional(), ...homeFields.step }),
  prizes: z.strictObject({ ...homeFields.prize, first: rank.optional(), last: rank.optional() }),
  tracks: z.strictObject(homeFields.track),
  criteria: z.strictObject(homeFields.criterion),
  panel: z.strictObject(speakerFields),
  questions: z.strictObject(homeFields.question),
  materials: z.strictObject(homeFields.material),
  news: z.strictObject({ at: minute, ...homeFields.news }),
  winners: z.strictObject({ ...homeFields.winner, picture: pictures }),
};

const ownFields = {
  ...activityFields,
  starts: moment,
  ends: moment,
  signUpStarts: moment,
  signUpEnds: moment,
  verify: z.enum(["phone", "email", "either"], "请选择一种").default("phone"),
  teamsMin: teamSize.min.optional(),
  teamsMax: teamSize.max.optional(),
  teamsEnd: moment.optional(),
  worksEnd: moment.optional(),
  gallery: z.boolean().default(false),
  cover: storedPicture.optional(),
  content: contentText.default(""),
  rules: text(words.rules.max).default(""),
  recap: text(words.recap.max).default(""),
  section: packId.optional(),
  organisers: accounts,
  judges: accounts,
};

const activityBase = z.strictObject({
  ...ownFields,
  categories: list(rowShapes.categories, words.categories.max).refine(
    (all) => all.length > 0,
    "至少要有一个组别",
  ),
  fields: list(rowShapes.fields, words.fields.max),
  workFields: list(rowShapes.workFields, words.workFields.max),
  attachments: list(rowShapes.attachments, words.attachments.max),
  agenda: list(rowShapes.agenda, words.agenda.max),
  speakers: list(rowShapes.speakers, words.speakers.max),
  steps: list(rowShapes.steps, words.steps.max),
  prizes: list(rowShapes.prizes, words.prizes.max),
  tracks: list(rowShapes.tracks, words.tracks.max),
  criteria: list(rowShapes.criteria, words.criteria.max),
  panel: list(rowShapes.panel, words.panel.max),
  questions: list(rowShapes.questions, words.questions.max),
  materials: list(rowShapes.materials, words.materials.max),
  news: list(rowShapes.news, words.news.max),
  winners: list(rowShapes.winners, words.winners.max),
});

export const activityShape = activityBase.superRefine((activity, context) => {
  for (const [path, message] of wrongInActivity(activity))
    context.addIssue({ code: "custom", path, message });
});
/** A draft may have rows of which only a part is known. */
export const activityDraft = activityBase
  .partial()
  .required({ title: true })
  .extend({
    categories: list(rowShapes.categories.partial(), words.categories.max),
    fields: list(rowShapes.fields.partial(), words.fields.max),
    workFields: list(rowShapes.workFields.partial(), words.workFields.max),
    attachments: list(rowShapes.attachments.partial(), words.attachments.max),
    agenda: list(rowShapes.agenda.partial(), words.agenda.max),
    speakers: list(rowShapes.speakers.partial(), words.speakers.max),
    steps: list(rowShapes.steps.partial(), words.steps.max),
    prizes: list(rowShapes.prizes.partial(), words.prizes.max),
    tracks: list(rowShapes.tracks.partial(), words.tracks.max),
    criteria: list(rowShapes.criteria.partial(), words.criteria.max),
    panel: list(rowShapes.panel.partial(), words.panel.max),
    questions: list(rowShapes.questions.partial(), words.questions.max),
    materials: list(rowShapes.materials.partial(), words.materials.max),
    news: list(rowShapes.news.partial(), words.news.max),
    winners: list(rowShapes.winners.partial(), words.winners.max),
  });
export type ActivityBody = z.output<typeof activityShape>;
export type ActivityDraft = z.output<typeof activityDraft>;
