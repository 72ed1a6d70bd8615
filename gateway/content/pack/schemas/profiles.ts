import { line, tagText } from "contract/content/fields";
import { choicesMax, definitionCode } from "contract/content/kinds/site/site-bodies";
import { tagName } from "contract/forum/fields";
import {
  developerTypeIds,
  type ExtendedProfile,
  extendedProfile,
  identityTypeCodes,
  sexes,
} from "contract/profile/fields";
import { z } from "zod";

/** definitions.yaml, and the personal information in members.yaml (content/README.md). */

/** By the stored code of a choice. */
const list = (max: number) =>
  z
    .record(definitionCode, line(40))
    .refine((entries) => Object.keys(entries).length > 0, "至少要有一项")
    .refine((entries) => Object.keys(entries).length <= max, `最多 ${max} 项`);

export const definitionsFile = z.strictObject({
  developerTypes: z.strictObject({ individual: line(20), enterprise: line(20) }),
  identityTypes: z.strictObject({ engineer: line(20), student: line(20), teacher: line(20) }),
  education: list(choicesMax.education),
  industries: z
    .array(z.strictObject({ code: definitionCode, name: line(40), children: list(choicesMax.children) }))
    .min(1, "至少要有一项")
    .max(choicesMax.industries, `最多 ${choicesMax.industries} 项`),
});
export type DefinitionsFile = z.output<typeof definitionsFile>;

const text = z.string().optional();

/**
 * A member's information in the form in which people type it. Choices and messages are those of the form (spec 5.6).
 */
export const memberProfile = z
  .strictObject({
    sex: z.enum(sexes.map(({ name }) => name) as ["男", "女", "保密"], "sex 只能是 男、女、保密"),
    /** The county; province and city follow from it. */
    county: z.string().regex(/^\d{6}$/, "county 应为区县的六位代码，要加引号"),
    identity: z
      .enum(["individual", "enterprise"], "identity 只能是 individual 或 enterprise")
      .default("individual"),
    developtype: z.enum(identityTypeCodes, `developtype 只能是 ${identityTypeCodes.join("、")}`).optional(),
    fullName: text,
    companyName: text,
    industry: text,
    post: text,
    school: text,
    teaMajor: text,
    leaMajor: text,
    eduBackground: text,
    entryDate: z.number().optional(),
    age: z.number().optional(),
    hobby: text,
    /** Names of tags. */
    interests: z.array(z.preprocess(tagText, tagName)),
    /** The school is locked. */
    schoolBound: z.boolean().default(false),
  })
  .transform(({ sex, county, schoolBound, interests, identity, entryDate, age, ...rest }, context) => {
    const profileInput = {
      ...rest,
      identity: developerTypeIds[identity],
      entryDate: String(entryDate ?? ""),
      age: String(age ?? ""),
    };
    // The tags have no ids yet, so the check gets any id when there are tags.
    const read = extendedProfile.safeParse({
      ...profileInput,
      interestDirection: interests.length > 0 ? [1] : [],
    });
    for (const { path, message } of read.error?.issues ?? []) {
      const field = path[0] === "interestDirection" ? "interests" : path[0];
      context.addIssue({ code: "custom", path: [field ?? ""], message });
    }
    const extended: ExtendedProfile = { ...(read.data as ExtendedProfile), interestDirection: [] };
    return {
      sex: sexes.find(({ name }) => name === sex)?.code ?? "",
      county,
      schoolBound,
      interests,
      extended,
    };
  });
