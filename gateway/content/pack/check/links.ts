import type { Nodes } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { addressKind } from "../../../text/addresses";
import { remarkSyntax } from "../../../text/syntax";
import type { Problem } from "../problems";
import type { KnownKeys, Names } from "./known-keys";

const parser = unified().use(remarkParse).use(remarkSyntax);

const numbered = (isNumberIn: Names<number>, text: string | null | undefined) => isNumberIn.has(Number(text));

/** What addresses of content name. */
export type LinkedKeys = Pick<
  KnownKeys,
  | "classes"
  | "products"
  | "notices"
  | "levels"
  | "resources"
  | "news"
  | "categories"
  | "sections"
  | "courses"
  | "lessons"
  | "exams"
  | "lecturers"
  | "paths"
  | "about"
  | "has"
>;

interface Place {
  pattern: RegExp;
  what: string;
  /** The optional part of a pack that contains the target; undefined for targets that every pack has. */
  part?: keyof KnownKeys["has"];
  there(keys: LinkedKeys, id: string, query: URLSearchParams): boolean;
}

/** The addresses of a pack's content: the pattern of the path, and a check that its target exists. */
const places: Place[] = [
  {
    pattern: /^\/products(?:\/index)?$/,
    what: "产品分类",
    part: "products",
    there: ({ classes }, _named, query) => optional(classes, query.get("id")),
  },
  {
    pattern: /^\/products?\/details?\/([^/]+)$/,
    what: "产品",
    part: "products",
    there: ({ products }, id) => numbered(products, id),
  },
  {
    pattern: /^\/product\/info$/,
    what: "产品",
    part: "products",
    there: ({ products }, _named, query) => numbered(products, query.get("id")),
  },
  {
    pattern: /^\/products\/notices\/([^/]+)$/,
    what: "产品通知",
    part: "products",
    there: ({ notices }, id) => notices.has(id),
  },
  {
    pattern: /^\/resources(?:\/index)?$/,
    what: "资源分类或产品",
    part: "resources",
    there: ({ levels, products }, _named, query) =>
      optional(levels, query.get("id")) && optional(products, query.get("prodId")),
  },
  {
    pattern: /^\/resources\/details\/([^/]+)$/,
    what: "资源",
    part: "resources",
    there: ({ resources }, id) => numbered(resources, id),
  },
  {
    pattern: /^\/information\/details\/([^/]+)$/,
    what: "资讯",
    part: "news",
    there: ({ news }, id) => numbered(news, id),
  },
  {
    pattern: /^\/information(?:\/index)?$/,
    what: "资讯分类",
    part: "news",
    there: ({ categories }, _named, query) => optional(categories, query.get("category")),
  },
  {
    pattern: /^\/forum\/(\d+)$/,
    what: "版块",
    there: ({ sections }, id) => numbered(sections, id),
  },
  {
    pattern: /^\/trainingClass\/details\/([^/]+)$/,
    what: "课程",
    part: "training",
    there: ({ courses }, id) => numbered(courses, id),
  },
  {
    pattern: /^\/trainingClass\/lessons\/([^/]+)$/,
    what: "课",
    part: "training",
    there: ({ lessons }, id) => numbered(lessons, id),
  },
  {
    pattern: /^\/trainingClass\/exams\/([^/]+)$/,
    what: "考试",
    part: "training",
    there: ({ exams }, id) => numbered(exams, id),
  },
  {
    pattern: /^\/trainingClass\/lecturers\/([^/]+)$/,
    what: "讲师",
    part: "training",
    there: ({ lecturers }, id) => numbered(lecturers, id),
  },
  {
    pattern: /^\/trainingClass$/,
    what: "学习路径",
    part: "training",
    there: ({ paths }, _named, query) => optional(paths, query.get("path")),
  },
  { pattern: /^\/aboutUs$/, what: "关于我们", part: "news", there: ({ about }) => about },
];

function optional(keys: Names<number>, text: string | null): boolean {
  return text === null || numbered(keys, text);
}

/**
 * Whether the target of a portal address exists in the pack; null for an address to something that is not from a pack.
 */
export function leadsSomewhere(address: string, keys: LinkedKeys): { there: boolean; what: string } | null {
  const { pathname, searchParams } = new URL(address, "https://portal.invalid");
  const path = pathname.replace(/^\/h5(?=\/)/, "");
  for (const { pattern, what, part, there } of places) {
    const match = pattern.exec(path);
    if (match && (!part || keys.has[part])) return { there: there(keys, match[1] ?? "", searchParams), what };
  }
  return null;
}

/** The problem of a link in a pack, or null. */
export function linkProblem(address: string, keys: LinkedKeys): string | null {
  if (/^(?:files|media)\//.test(address))
    return "正文不能直接链接文件：把它做成资源，再链接到 /resources/details/编号";
  if (!URL.canParse(address, "https://portal.invalid") || addressKind(address) === null)
    return `链接 ${address.slice(0, 80)} 不能用：应以 / 开头，或是 https:// 地址`;
  if (!address.startsWith("/")) return null;
  const found = leadsSomewhere(address, keys);
  return found && !found.there ? `链接 ${address} 指向的${found.what}不存在` : null;
}

/** Checks a Markdown text of the catalogue: it has no HTML, and its pictures and portal addresses exist. */
export function checkMarkdown(
  { file, source, line }: { file: string; source: string; line: number },
  keys: KnownKeys,
  problems: Problem[],
): void {
  if (source === "") return;
  visit(parser.parse(source) as Nodes, (node) => {
    const report = (message: string) =>
      problems.push({ file, line: line + (node.position?.start.line ?? 1) - 1, message });
    if (node.type === "html") report(`不能用 HTML 标签（${node.value.slice(0, 40)}），请用 Markdown`);
    if (node.type === "link" || node.type === "definition") {
      const problem = linkProblem(node.url, keys);
      if (problem) report(problem);
    }
    if (node.type !== "image") return;
    if (!node.url.startsWith("images/")) report(`图片 ${node.url.slice(0, 80)} 应写成 images/名称`);
    else if (!keys.pictures.has(node.url)) report(`没有图片 ${node.url}`);
  });
}
