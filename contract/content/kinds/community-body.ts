import { z } from "zod";
import { tagName } from "../../forum/fields";
import { line } from "../fields";
import { policyWords, tagWords } from "./community-words";
import { contentText } from "./stored";

/** The schemas of policies and tags; a pack's files have the same fields (gateway/content/pack/schemas/community.ts). */

export const policyFields = {
  title: line(policyWords.title.max),
  version: line(policyWords.version.max),
};

const { max } = policyWords.content;
export const policyShape = z.strictObject({
  ...policyFields,
  content: contentText
    .refine((value) => value !== "", "请填写正文")
    .refine((value) => value.length <= max, `不能超过 ${max} 个字符`),
});

/** What a pack's tag and one of the browser have in common. */
export const tagFields = { summary: line(tagWords.summary.max) };
export const tagGroup = line(tagWords.group.max);

export const tagShape = z.strictObject({ ...tagFields, title: tagName, group: tagGroup });
export type TagBody = z.output<typeof tagShape>;
