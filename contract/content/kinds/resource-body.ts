import { z } from "zod";
import { withoutControls } from "../../base/fields";
import { resourceAccess, resourceLanguages, versionStates } from "../../resources/constants";
import { coded, day, line, outsideUrl, packId, wordLine } from "../fields";
import { resourceWords } from "./resource-words";
import { contentText, storedFile } from "./stored";

/** The schema of a resource; its fields check a pack's resources too (gateway/content/pack/schemas/resources.ts). */

const codesOf = <Code extends string>(choices: readonly { code: Code }[]) =>
  choices.map(({ code }) => code) as [Code, ...Code[]];

const { products, versions } = resourceWords;
const { columns } = versions;
const ids = (max: number) => z.array(packId).max(max, `最多 ${max} 个`).default([]);

/** What a version supports: products and tools (which are resources) by id, systems by name. */
export const supportFields = {
  products: ids(columns.products.max),
  tools: ids(columns.tools.max),
  systems: z.array(wordLine(40)).max(columns.systems.max, `最多 ${columns.systems.max} 个`).default([]),
};

/** What a version of a pack and one of the browser have in common. */
export const versionFields = {
  version: z
    .string({ error: ({ input }) => (input === undefined ? undefined : "版本应为文字（像数字的要加引号）") })
    .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/, "版本只由字母、数字和 . _ + - 组成，最多 40 个字符"),
  date: day,
  url: outsideUrl.optional(),
  bytes: z.number("应为整数").int("应为整数").min(1, "应为正整数").max(1e12, "太大").optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "应为 64 位小写十六进制")
    .optional(),
  until: day.optional(),
  changes: z
    .string()
    .max(columns.changes.max, `不能超过 ${columns.changes.max} 个字符`)
    .transform(withoutControls)
    .default(""),
};

interface VersionFacts {
  url?: string | undefined;
  bytes?: number | undefined;
  sha256?: string | undefined;
  date: string;
  until?: string | undefined;
}

/** What is wrong with a version, in the words of a pack's file and in those of the form. */
export const packFacts = {
  bytes: "写 url 的版本要写 bytes（字节数）",
  sha256: "写 url 的版本要写 sha256",
  until: "不能早于 date（发布日期）",
};
const formFacts: typeof packFacts = {
  bytes: "填了站外地址，要填文件的字节数",
  sha256: "填了站外地址，要填文件的 SHA-256",
  until: "不能早于发布日期",
};

/** Reports what a version lacks of a file elsewhere, and dates that contradict each other. */
export function withRightFacts(
  { url, bytes, sha256, date, until }: VersionFacts,
  context: z.RefinementCtx,
  says: typeof packFacts,
): void {
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (url !== undefined && bytes === undefined) wrong("bytes", says.bytes);
  if (url !== undefined && sha256 === undefined) wrong("sha256", says.sha256);
  if (until !== undefined && until < date) wrong("until", says.until);
}

/** What a resource of a pack and one of the browser have in common. */
export const resourceFields = {
  title: line(resourceWords.title.max),
  summary: line(resourceWords.summary.max).optional(),
  level: packId,
  products: ids(products.max),
  access: coded("access", resourceAccess),
  licence: line(resourceWords.licence.max).optional(),
  replacedBy: packId.optional(),
};

const versionShape = z
  .strictObject({
    ...versionFields,
    ...supportFields,
    state: coded("state", codesOf(versionStates)),
    file: storedFile.optional(),
  })
  .superRefine((version, context) => {
    const { file, url, bytes, sha256 } = version;
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    withRightFacts(version, context, formFacts);
    if (file === undefined && url === undefined) wrong("file", "请上传文件，或者填站外地址");
    if (file !== undefined && url !== undefined) wrong("url", "上传了文件就不填站外地址");
    // Ours are counted from the file.
    if (url === undefined && bytes !== undefined) wrong("bytes", "填了站外地址才填");
    if (url === undefined && sha256 !== undefined) wrong("sha256", "填了站外地址才填");
  });

/** The most characters of all changes together, so that a resource is no larger than a call may be. */
const changesMaximum = 600_000;
const versionList = z
  .array(versionShape)
  .max(versions.max, `最多 ${versions.max} 个`)
  .refine(
    (all) => all.reduce((sum, { changes }) => sum + changes.length, 0) <= changesMaximum,
    `各个版本的更新说明合计不能超过 ${changesMaximum / 10_000} 万个字符`,
  );

export const resourceShape = z.strictObject({
  ...resourceFields,
  language: coded("language", codesOf(resourceLanguages)),
  versions: versionList.min(1, "至少要有一个版本"),
  content: contentText.default(""),
});
/** A draft may have no version yet. */
export const resourceDraft = resourceShape
  .partial()
  .required({ title: true })
  .extend({ versions: versionList.default([]) });
export type ResourceBody = z.output<typeof resourceShape>;
export type BodyVersion = ResourceBody["versions"][number];
