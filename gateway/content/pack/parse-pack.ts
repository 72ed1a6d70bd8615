import type { z } from "zod";
import { svgProblem } from "../../files/pictures/svg";
import { checkCatalogue } from "./check/catalogue";
import { knownOf } from "./check/known-keys";
import { checkPack } from "./check/pack";
import type { PackFiles, PackFolder } from "./pack-files";
import { type Catalogue, parseCatalogue } from "./parse/catalogue";
import { splitFrontMatter } from "./parse/front-matter";
import { parseEach } from "./parse/text";
import { type PackTopic, parseTopic } from "./parse/topic";
import { checkValue, type Parsed, parseYaml } from "./parse/yaml";
import type { Problem } from "./problems";
import {
  membersFile,
  type NavigationFile,
  navigationFile,
  type PackMember,
  type PackPolicy,
  type PackWord,
  policyFront,
  policyText,
  type SectionsFile,
  sectionsFile,
  sensitiveWordsFile,
  type TagsFile,
  tagsFile,
} from "./schemas/community";
import { type ModerationFile, moderationFile } from "./schemas/moderation";
import { type PrivateFile, privateFile } from "./schemas/private";
import { type DefinitionsFile, definitionsFile } from "./schemas/profiles";
import { type SiteFile, siteFile } from "./schemas/site";

/** A pack in which every file is valid and every reference has a target. */
export interface Pack {
  sections: SectionsFile;
  definitions: DefinitionsFile;
  members: PackMember[];
  /** The texts that demo members searched for. */
  searches: string[];
  navigation: NavigationFile | null;
  tags: TagsFile | null;
  site: SiteFile | null;
  policies: PackPolicy[];
  /** Null when the pack has no list of sensitive words; then the present list stays. */
  words: PackWord[] | null;
  topics: PackTopic[];
  /** The private data of demo members. */
  private: PrivateFile | null;
  /** The texts of demo members that moderators reviewed, and the moderators' actions. */
  moderation: ModerationFile | null;
  /** SVG pictures by their path in the pack. */
  pictures: Map<string, Buffer>;
  /** Products, resources, news and videos. */
  catalogue: Catalogue;
}

/** A pack with its readable parts; the parser reported the others. */
export interface DraftPack
  extends Omit<
    Pack,
    | "sections"
    | "definitions"
    | "members"
    | "searches"
    | "tags"
    | "words"
    | "private"
    | "moderation"
    | "catalogue"
  > {
  sections: Parsed<SectionsFile> | null;
  definitions: Parsed<DefinitionsFile> | null;
  members: Parsed<{ members: PackMember[]; searches: string[] }> | null;
  tags: Parsed<TagsFile> | null;
  site: SiteFile | null;
  siteLineOf(path: PropertyKey[]): number;
  navigationLineOf(path: PropertyKey[]): number;
  words: Parsed<{ words: PackWord[] }> | null;
  private: Parsed<PrivateFile> | null;
  moderation: Parsed<ModerationFile> | null;
}

function parsePolicy(text: string, file: string, problems: Problem[]): PackPolicy | null {
  const parts = splitFrontMatter(text, file, problems);
  if (!parts) return null;
  const front = parseYaml(policyFront, parts.front, file, problems, 2);
  const source = checkValue(policyText, parts.body.trim(), file, parts.bodyLine, problems);
  return front && source !== null ? { ...front.value, source, file } : null;
}

async function parseDraft(files: PackFiles, problems: Problem[]): Promise<DraftPack> {
  const yaml = <Schema extends z.ZodType>(schema: Schema, path: string) => {
    const content = files.get(path);
    return content ? parseYaml(schema, content.toString("utf8"), path, problems) : null;
  };
  const pictures = new Map([...files].filter(([path]) => /^(?:images|avatars)\/[^/]+\.svg$/.test(path)));
  await parseEach(pictures, /./, (text, file) => {
    const problem = svgProblem(text);
    if (problem) problems.push({ file, ...problem });
    return null;
  });
  for (const file of ["sections.yaml", "definitions.yaml"])
    if (!files.has(file)) problems.push({ file, message: "没有这个文件" });
  const site = yaml(siteFile, "site.yaml");
  const navigation = yaml(navigationFile, "navigation.yaml");
  return {
    sections: yaml(sectionsFile, "sections.yaml"),
    definitions: yaml(definitionsFile, "definitions.yaml"),
    members: files.has("members.yaml")
      ? yaml(membersFile, "members.yaml")
      : { value: { members: [], searches: [] }, lineOf: () => 1 },
    navigation: navigation?.value ?? null,
    navigationLineOf: navigation?.lineOf ?? (() => 1),
    tags: yaml(tagsFile, "tags.yaml"),
    site: site?.value ?? null,
    siteLineOf: site?.lineOf ?? (() => 1),
    words: yaml(sensitiveWordsFile, "sensitive-words.yaml"),
    private: yaml(privateFile, "private.yaml"),
    moderation: yaml(moderationFile, "moderation.yaml"),
    policies: await parseEach(files, /^policies\/[^/]+\.md$/, (text, path) =>
      parsePolicy(text, path, problems),
    ),
    topics: await parseEach(files, /^topics\/.+\.md$/, (text, path) => parseTopic(text, path, problems)),
    pictures,
  };
}

/**
 * Parses and checks a whole pack, without the contents of pictures, files and videos (check/binaries.ts).
 * @returns the pack, or all its problems
 */
export async function parsePack(
  folder: PackFolder,
): Promise<{ pack: Pack; problems: [] } | { pack: null; problems: Problem[] }> {
  const problems = [...folder.problems];
  const draft = await parseDraft(folder.texts, problems);
  const catalogue = await parseCatalogue(folder.texts, problems);
  checkPack(draft, problems);
  checkCatalogue(draft, catalogue, knownOf(draft, catalogue, folder, problems), problems);
  if (problems.length > 0 || !draft.sections || !draft.definitions) return { pack: null, problems };
  const { siteLineOf: _site, navigationLineOf: _navigation, ...rest } = draft;
  const words = draft.words?.value.words ?? null;
  const tags = draft.tags?.value ?? null;
  const [sections, definitions] = [draft.sections.value, draft.definitions.value];
  const { members, searches } = draft.members?.value ?? { members: [], searches: [] };
  return {
    pack: {
      ...rest,
      words,
      tags,
      sections,
      definitions,
      members,
      searches,
      catalogue,
      private: draft.private?.value ?? null,
      moderation: draft.moderation?.value ?? null,
    },
    problems: [],
  };
}
