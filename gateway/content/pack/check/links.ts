import type { Nodes } from "mdast";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";
import { addressKind } from "../../../text/addresses";
import { remarkSyntax } from "../../../text/syntax";
import type { Problem } from "../problems";
import type { Known, Names } from "./known";

const parser = unified().use(remarkParse).use(remarkSyntax);

const numbered = (known: Names<number>, text: string | null | undefined) => known.has(Number(text));

interface Place {
  pattern: RegExp;
  what: string;
  /** The part of a pack that would have it; none for what every pack has. */
  part?: keyof Known["has"];
  there(known: Known, named: string, query: URLSearchParams): boolean;
}

/** Addresses of what a pack holds: the path, and whether what it names is there. */
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
    there: ({ products }, named) => numbered(products, named),
  },
  {
    pattern: /^\/product\/info$/,
    what: "产品",
    part: "products",
    there: ({ products }, _named, query) => numbered(products, query.get("id")),
  },
  {
    pattern: /^\/products\/notices\/([^/]+)$/,
    what: "产品公告",
    part: "products",
    there: ({ notices }, named) => notices.has(named),
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
    there: ({ resources }, named) => numbered(resources, named),
  },
  {
    pattern: /^\/information\/details\/([^/]+)$/,
    what: "资讯",
    part: "news",
    there: ({ news }, named) => numbered(news, named),
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
    there: ({ sections }, named) => numbered(sections, named),
  },
  {
    pattern: /^\/trainingClass\/details\/([^/]+)$/,
    what: "课程",
    part: "training",
    there: ({ courses }, named) => numbered(courses, named),
  },
  {
    pattern: /^\/trainingClass\/lessons\/([^/]+)$/,
    what: "课",
    part: "training",
    there: ({ lessons }, named) => numbered(lessons, named),
  },
  {
    pattern: /^\/trainingClass\/exams\/([^/]+)$/,
    what: "考试",
    part: "training",
    there: ({ exams }, named) => numbered(exams, named),
  },
  {
    pattern: /^\/trainingClass\/lecturers\/([^/]+)$/,
    what: "讲师",
    part: "training",
    there: ({ lecturers }, named) => numbered(lecturers, named),
  },
  { pattern: /^\/aboutUs$/, what: "关于我们", part: "news", there: ({ about }) => about },
];

function optional(known: Names<number>, text: string | null): boolean {
  return text === null || numbered(known, text);
}

/**
 * Whether an address of ours leads to something of the pack: true or false where the pack would have to have
 * it, null for every other address.
 */
export function leadsSomewhere(address: string, known: Known): { there: boolean; what: string } | null {
  const { pathname, searchParams } = new URL(address, "https://portal.invalid");
  const path = pathname.replace(/^\/h5(?=\/)/, "");
  for (const { pattern, what, part, there } of places) {
    const match = pattern.exec(path);
    if (match && (!part || known.has[part]))
      return { there: there(known, match[1] ?? "", searchParams), what };
  }
  return null;
}

/** What is wrong with a link of a pack, or null. */
export function linkProblem(address: string, known: Known): string | null {
  if (/^(?:files|media)\//.test(address))
    return "正文不能直接链接文件：把它做成资源，再链接到 /resources/details/编号";
  if (!URL.canParse(address, "https://portal.invalid") || addressKind(address) === null)
    return `链接 ${address.slice(0, 80)} 不能用：应以 / 开头，或是 https:// 地址`;
  if (!address.startsWith("/")) return null;
  const found = leadsSomewhere(address, known);
  return found && !found.there ? `链接 ${address} 指向的${found.what}不存在` : null;
}

/** Checks a Markdown text of the catalogue: no HTML, every picture and every address of ours there. */
export function checkMarkdown(
  { file, source, line }: { file: string; source: string; line: number },
  known: Known,
  problems: Problem[],
): void {
  if (source === "") return;
  visit(parser.parse(source) as Nodes, (node) => {
    const report = (message: string) =>
      problems.push({ file, line: line + (node.position?.start.line ?? 1) - 1, message });
    if (node.type === "html") report(`不能用 HTML 标签（${node.value.slice(0, 40)}），请用 Markdown`);
    if (node.type === "link" || node.type === "definition") {
      const problem = linkProblem(node.url, known);
      if (problem) report(problem);
    }
    if (node.type !== "image") return;
    if (!node.url.startsWith("images/")) report(`图片 ${node.url.slice(0, 80)} 应写成 images/名称`);
    else if (!known.pictures.has(node.url)) report(`没有图片 ${node.url}`);
  });
}
