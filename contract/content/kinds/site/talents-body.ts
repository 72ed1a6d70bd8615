import { z } from "zod";
import { email as emailField } from "../../../account/identity";
import { withoutControls } from "../../../base/fields";
import { day, line, outsideUrl, packId, tagText, wordLine } from "../../fields";
import { contentText, storedPicture } from "../stored";
import { talentsWords } from "./talents-words";

/** The schema of the university pages; its fields check a pack's too (gateway/content/pack/schemas/training.ts). */

const { programmes, internships, labs, schools, contacts } = talentsWords;
const list = <Row extends z.ZodType>(row: Row, max: number) =>
  z.array(row).max(max, `最多 ${max} 个`).default([]);
const url = outsideUrl.optional();
const email = z
  .string("邮箱格式有误")
  .max(200, "不能超过 200 个字符")
  .refine((value) => emailField.safeParse(value).success, "邮箱格式有误");

/** What the university pages of a pack and those of the browser have in common. */
export const talentsFields = {
  title: line(talentsWords.title.max),
  summary: line(talentsWords.summary.max).optional(),
  /** The tag of students' works in the forum. */
  works: z.preprocess(tagText, line(talentsWords.works.max)).optional(),
  schools: list(
    z.strictObject({ name: line(60), city: line(40).optional(), summary: line(200).optional(), url }),
    schools.max,
  ),
  labs: list(
    z.strictObject({
      name: line(80),
      school: line(60).optional(),
      summary: line(300).optional(),
      since: wordLine(20).optional(),
      url,
    }),
    labs.max,
  ),
  internships: list(
    z.strictObject({
      name: line(80),
      organisation: line(80).optional(),
      city: line(40).optional(),
      summary: line(300).optional(),
      until: day.optional(),
      url,
    }),
    internships.max,
  ),
  contacts: list(
    z.strictObject({
      name: line(40),
      role: line(60).optional(),
      email: email.optional(),
      phone: wordLine(40).optional(),
    }),
    contacts.max,
  ),
};
export const programmeFields = {
  name: line(60),
  summary: line(300),
  audience: line(100).optional(),
  text: z
    .string()
    .max(programmes.columns.text.max, `不能超过 ${programmes.columns.text.max} 个字符`)
    .transform(withoutControls)
    .default(""),
  from: day.optional(),
  until: day.optional(),
  url,
  courses: z.array(packId).max(50, "最多 50 个").default([]),
};

/** Whether a programme's last day is not before its first. */
export const isOrderly = ({ from, until }: { from?: string | undefined; until?: string | undefined }) =>
  !from || !until || from <= until;

const programme = z
  .strictObject({
    /** By it an address names the programme; the gateway gives it. */
    id: packId.optional(),
    ...programmeFields,
    cover: z.array(storedPicture).max(1, "只能有一张").default([]),
  })
  .refine(isOrderly, { path: ["until"], message: "不能早于申请开始" });

export const talentsShape = z.strictObject({
  ...talentsFields,
  content: contentText.default(""),
  programmes: list(programme, programmes.max),
});
export type TalentsBody = z.output<typeof talentsShape>;
