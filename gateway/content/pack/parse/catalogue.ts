import { type HolidaysFile, holidaysFile } from "contract/content/kinds/site/site-bodies";
import type { z } from "zod";
import type { PackFiles } from "../pack-files";
import type { Problem } from "../problems";
import { type ActivityFront, activityFront } from "../schemas/activities";
import {
  type AboutFront,
  aboutFront,
  type NewsFile,
  type NewsFront,
  newsFile,
  newsFront,
  type RedirectsFile,
  redirectsFile,
} from "../schemas/news";
import {
  type NoticeFront,
  noticeFront,
  type ProductFront,
  type ProductsFile,
  productFront,
  productsFile,
} from "../schemas/products";
import {
  type PackVideo,
  type ResourceFront,
  type ResourcesFile,
  resourceFront,
  resourcesFile,
  videosFile,
} from "../schemas/resources";
import {
  type CourseFront,
  courseFront,
  examFile,
  type GlossaryFile,
  glossaryFile,
  type LecturersFile,
  lecturersFile,
  type PackExam,
  type PathsFile,
  pathsFile,
  type TalentsFront,
  type TrainingFile,
  talentsFront,
  trainingFile,
} from "../schemas/training";
import { type PackText, parseEach, parseText, parseTexts } from "./text";
import { type Parsed, parseYaml } from "./yaml";

/**
 * A pack's products, resources, news, videos and training. A part without its YAML file is null; then a load does not
 * change that part in the database.
 */
export interface Catalogue {
  classes: Parsed<ProductsFile> | null;
  products: PackText<ProductFront>[];
  notices: PackText<NoticeFront>[];
  levels: Parsed<ResourcesFile> | null;
  resources: PackText<ResourceFront>[];
  videos: Parsed<{ videos: PackVideo[] }> | null;
  categories: Parsed<NewsFile> | null;
  news: PackText<NewsFront>[];
  about: PackText<AboutFront> | null;
  redirects: Parsed<RedirectsFile> | null;
  holidays: Parsed<HolidaysFile> | null;
  activities: PackText<ActivityFront>[];
  training: Parsed<TrainingFile> | null;
  lecturers: Parsed<LecturersFile> | null;
  paths: Parsed<PathsFile> | null;
  glossary: Parsed<GlossaryFile> | null;
  courses: PackText<CourseFront>[];
  exams: PackExamFile[];
  talents: PackText<TalentsFront> | null;
}

/** One file of `exams/`. */
export interface PackExamFile extends Parsed<PackExam> {
  file: string;
}

const parseExams = (files: PackFiles, problems: Problem[]): Promise<PackExamFile[]> =>
  parseEach(files, /^exams\/.+\.yaml$/, (text, file) => {
    const parsed = parseYaml(examFile, text, file, problems);
    return parsed && { ...parsed, file };
  });

/** Reads the catalogue files of a pack. Reports the problems that one file shows by itself. */
export async function parseCatalogue(files: PackFiles, problems: Problem[]): Promise<Catalogue> {
  const yaml = <Schema extends z.ZodType>(schema: Schema, path: string) => {
    const content = files.get(path);
    return content ? parseYaml(schema, content.toString("utf8"), path, problems) : null;
  };
  const one = <Schema extends z.ZodType>(schema: Schema, path: string) => {
    const content = files.get(path);
    return content ? parseText(schema, content.toString("utf8"), path, problems) : null;
  };
  const catalogue: Catalogue = {
    classes: yaml(productsFile, "products.yaml"),
    products: await parseTexts(productFront, "products", files, problems),
    notices: await parseTexts(noticeFront, "notices", files, problems),
    levels: yaml(resourcesFile, "resources.yaml"),
    resources: await parseTexts(resourceFront, "resources", files, problems),
    videos: yaml(videosFile, "videos.yaml"),
    categories: yaml(newsFile, "news.yaml"),
    news: await parseTexts(newsFront, "news", files, problems),
    about: one(aboutFront, "about.md"),
    redirects: yaml(redirectsFile, "redirects.yaml"),
    holidays: yaml(holidaysFile, "holidays.yaml"),
    activities: await parseTexts(activityFront, "activities", files, problems),
    training: yaml(trainingFile, "training.yaml"),
    lecturers: yaml(lecturersFile, "lecturers.yaml"),
    paths: yaml(pathsFile, "paths.yaml"),
    glossary: yaml(glossaryFile, "glossary.yaml"),
    courses: await parseTexts(courseFront, "courses", files, problems),
    exams: await parseExams(files, problems),
    talents: one(talentsFront, "talents.md"),
  };
  const needs: [string, unknown[]][] = [
    ["products.yaml", [...catalogue.products, ...catalogue.notices]],
    ["resources.yaml", catalogue.resources],
    ["news.yaml", catalogue.news],
    ["training.yaml", [...catalogue.courses, ...catalogue.exams, ...(catalogue.paths?.value.paths ?? [])]],
  ];
  for (const [file, texts] of needs)
    if (texts.length > 0 && !files.has(file)) problems.push({ file, message: "没有这个文件" });
  return catalogue;
}

/** A node of a tree with the nodes above it, from the first level down to itself. */
export interface PlacedNode<Node> {
  node: Node;
  path: Node[];
  /** Its path in the YAML file. */
  steps: PropertyKey[];
}

interface TreeNode {
  id: number;
  children?: TreeNode[] | undefined;
}

/** Every node of a tree, in the order of the file. */
export function nodesOf<Node extends { id: number }>(
  nodes: (Node & { children?: unknown })[],
  root: string,
  above: PlacedNode<Node> | null = null,
): PlacedNode<Node>[] {
  return nodes.flatMap((node, index) => {
    const steps: PropertyKey[] = [...(above ? [...above.steps, "children"] : [root]), index];
    const entry: PlacedNode<Node> = { node, path: [...(above?.path ?? []), node], steps };
    const children = (node as TreeNode).children as unknown as (Node & { children?: unknown })[] | undefined;
    return [entry, ...nodesOf(children ?? [], root, entry)];
  });
}

/** The columns that all trees share. @param position the node's position among all nodes in the file */
export const treeRow = <Node extends { id: number; name: string; summary?: string | undefined }>(
  { node, path }: PlacedNode<Node>,
  position: number,
) => ({
  id: node.id,
  parentId: path.at(-2)?.id ?? null,
  path: path.map(({ id }) => id),
  position,
  name: node.name,
  summary: node.summary ?? "",
  delistedAt: null,
});
