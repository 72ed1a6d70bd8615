// Fails when a relative link of the documentation has no target file or heading, when a comment cites a section of the
// requirements ("spec 5.7") that docs/requirements/ does not have, when the list of decisions lacks a page, and when there
// are too many pages of decisions or words in the glossary.
// The linter remark-validate-links would bring 46 packages; this script uses libraries for parsing, visiting and
// GitHub's anchors.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import GithubSlugger from "github-slugger";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** Files of the working copy, including uncommitted ones. */
const files = (...patterns) =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...patterns], {
    encoding: "utf8",
  })
    .split("\0")
    .filter((file) => file && existsSync(file));

/** The text of a heading or link. */
function textOf(node) {
  let text = "";
  visit(node, (child) => {
    if (child.type === "text" || child.type === "inlineCode") text += child.value;
  });
  return text;
}

/**
 * Reads a page: the texts of its headings, their anchors, and its links and pictures with addresses and lines.
 */
function readPage(file) {
  const slugger = new GithubSlugger();
  const page = { headings: [], anchors: new Set(), links: [] };
  visit(unified().use(remarkParse).parse(readFileSync(file, "utf8")), (node) => {
    if (node.type === "heading") {
      const text = textOf(node);
      page.headings.push(text);
      page.anchors.add(slugger.slug(text));
    }
    if (["link", "image", "definition"].includes(node.type))
      page.links.push({ url: node.url, text: textOf(node), line: node.position.start.line });
  });
  return page;
}

const pages = new Map(
  files(
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "app/README.md",
    "content/README.md",
    "docs/*.md",
  ).map((file) => [file, readPage(file)]),
);

/** Matches link texts that are the end of a source file's path, such as "http/screens" or "calls/profile.ts". */
const namesSource = /^[\w.-]+(?:\/[\w.-]+)+$|\.(?:ts|tsx|css|mjs)$/;

/** The problem of a link; null for a valid link and for links to other sites. */
function problemOf(file, { url, text }) {
  if (/^(?:[a-z]+:|\/\/)/i.test(url)) return null;
  const [path, anchor] = decodeURI(url).split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(target)) return `${target} does not exist`;
  if (anchor && pages.has(target) && !pages.get(target).anchors.has(anchor))
    return `${target} has no heading #${anchor}`;
  if (!pages.has(target) && namesSource.test(text) && !target.includes(text))
    return `"${text}" leads to ${target}`;
  return null;
}

const wrongLinks = [...pages].flatMap(([file, { links }]) =>
  links.flatMap((link) => {
    const problem = problemOf(file, link);
    return problem ? [`${file}:${link.line}: ${problem}`] : [];
  }),
);

const numbers = new Set(
  [...pages]
    .filter(([file]) => file.startsWith("docs/requirements/"))
    .flatMap(([, { headings }]) => headings.flatMap((text) => /^\d(?:\.\d+)?(?= )/.exec(text) ?? [])),
);

/**
 * "spec 5.7", "spec 2.3, 4 and 5.7". Sections have one digit, so a status code after a comma does not match.
 */
const citation = /\bspec (\d(?:\.\d+)?(?:(?:, | and | to )\d(?!\d)(?:\.\d+)?)*)/gi;

const wrongCitations = files(
  "app",
  "contract",
  "gateway",
  "server",
  "server.ts",
  "tests",
  "bench",
  "trial",
  "scripts",
)
  .filter((file) => /\.(ts|tsx|css|mjs|sh)$/.test(file) && file !== "scripts/check-docs.mjs")
  .flatMap((file) => {
    // A citation may continue on the next line of a comment.
    const text = readFileSync(file, "utf8").replace(/\n\s*(?:\*|\/\/) ?/g, " ");
    const cited = new Set(
      [...text.matchAll(citation)].flatMap((match) => match[1].match(/\d(?:\.\d+)?/g) ?? []),
    );
    return [...cited]
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: spec ${number} is not in docs/requirements`);
  });

const decisions = "docs/decisions/README.md";
const listed = new Set(pages.get(decisions)?.links.map(({ url }) => url));
const unlisted = [...pages.keys()]
  .filter((file) => dirname(file) === dirname(decisions) && file !== decisions && !listed.has(basename(file)))
  .map((file) => `${decisions} does not list ${basename(file)}`);

/** What stays short because nobody reads more of it: pages of decisions, and words to learn. */
const maximumPages = 45;
const maximumWords = 40;
const decisionPages = [...pages.keys()].filter(
  (file) => dirname(file) === dirname(decisions) && file !== decisions,
).length;
const words = readFileSync("docs/glossary.md", "utf8").match(/^\| (?!word \|)/gm)?.length ?? 0;
const tooMany = [
  ...(decisionPages > maximumPages
    ? [
        `docs/decisions has ${decisionPages} pages: a new choice is a section of the page of its topic, at most ${maximumPages} pages`,
      ]
    : []),
  ...(words > maximumWords
    ? [`docs/glossary.md has ${words} words: at most ${maximumWords}, so join or drop some`]
    : []),
];

const problems = [...wrongLinks, ...wrongCitations, ...unlisted, ...tooMany];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
