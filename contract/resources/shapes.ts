import { z } from "zod";
import { count, firstPage, flag, words } from "../base/absent";
import { fileTextStates, resourceAccess, resourceKinds, resourceLanguages, versionStates } from "./constants";

/** Shapes of resources that several calls share. */

const codesOf = <const Row extends { code: string }>(rows: readonly Row[]) =>
  rows.map(({ code }) => code) as [Row["code"], ...Row["code"][]];

export const resourceKind = z.enum(codesOf(resourceKinds), "请选择列出的类型");
export const resourceLanguage = z.enum(codesOf(resourceLanguages), "请选择列出的语言");
export const versionState = z.enum(codesOf(versionStates));
export const fileTextState = z.enum(codesOf(fileTextStates));
export const accessKind = z.enum(resourceAccess);

/** A calendar day, YYYY-MM-DD, as the operator typed it. */
export const day = z.string();

/** The id and name of something with its own page. */
export const idAndName = z.object({ id: z.number(), name: z.string() });

/** A version whose text is compared. */
export const comparedVersion = z.object({
  id: z.number(),
  version: z.string(),
  state: fileTextState,
});

/** A resource in lists; its version is the newest recommended one. */
export const resourceRow = z.object({
  pk_rm_resource: z.number(),
  title: z.string(),
  summary: words,
  level: idAndName.extend({ kind: resourceKind }),
  language: resourceLanguage,
  access: accessKind,
  version: z.string(),
  date: day,
  bytes: count,
  /** The file's ending without a dot, such as `pdf`. */
  fileType: words,
  downloads: count,
  /** Delisted: it is shown only in collections. */
  delisted: flag,
});

export const resourcePage = z.object({
  resources: z.array(resourceRow),
  page: firstPage,
  pages: firstPage,
  total: count,
  /** There are more than were counted. */
  more: flag,
});

export type ResourceRow = z.infer<typeof resourceRow>;
