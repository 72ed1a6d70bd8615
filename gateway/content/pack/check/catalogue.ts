import type { Catalogue } from "../parse/catalogue";
import type { DraftPack } from "../parse-pack";
import type { Problem } from "../problems";
import type { PackNode } from "../schemas/community";
import { checkActivities } from "./activities";
import type { KnownKeys } from "./known-keys";
import { checkMarkdown, linkProblem } from "./links";
import { checkProducts } from "./products";
import { checkMoved } from "./redirects";
import { checkNews, checkResources, type ReportAt, reportingIn, unique } from "./references";
import { checkTraining } from "./training";

function checkHome({ site, siteLineOf }: DraftPack, keys: KnownKeys, problems: Problem[]) {
  const report = reportingIn("site.yaml", { lineOf: siteLineOf }, problems);
  const address = (path: PropertyKey[], value: string | undefined) => {
    const problem = value === undefined ? null : linkProblem(value, keys);
    if (problem) report(path, problem);
  };
  const pictured = (path: PropertyKey[], value: string | undefined) => {
    if (value !== undefined && !keys.pictures.has(value)) report(path, `没有图片 ${value}`);
  };
  const seen = {
    banners: new Map(),
    blocks: new Map(),
    starts: new Map(),
    pages: new Map(),
  } satisfies Record<string, Map<string, string>>;
  for (const [index, { link }] of (site?.banners ?? []).entries()) address(["banners", index, "link"], link);
  for (const [index, { key, image, link }] of (site?.home?.banners ?? []).entries()) {
    const path = ["home", "banners", index];
    unique(seen.banners, key, "另一个横幅", (message) => report([...path, "key"], message));
    pictured([...path, "image"], image);
    address([...path, "link"], link);
  }
  const firsts = { products: keys.products, resources: keys.resources, news: keys.news };
  for (const [index, { key, kind, link, first, links }] of (site?.home?.blocks ?? []).entries()) {
    const path = ["home", "blocks", index];
    unique(seen.blocks, key, "另一个区块", (message) => report([...path, "key"], message));
    address([...path, "link"], link);
    const there = kind === "videos" ? keys.videos : firsts[kind as keyof typeof firsts];
    for (const [at, id] of first.entries())
      if (!there?.has(id)) report([...path, "first", at], `没有编号为 ${id} 的内容`);
    for (const [at, entry] of links.entries()) {
      pictured([...path, "links", at, "image"], entry.image);
      address([...path, "links", at, "link"], entry.link);
    }
  }
  for (const [index, { key }] of (site?.externalPages ?? []).entries())
    unique(seen.pages, key, "另一个页面", (message) => report(["externalPages", index, "key"], message));
  for (const [index, { key, board, sdk, program }] of (site?.quickStarts ?? []).entries()) {
    const path = ["quickStarts", index];
    unique(seen.starts, key, "另一条", (message) => report([...path, "key"], message));
    if (!keys.products.has(board)) report([...path, "board"], `没有产品 ${board}`);
    if (!keys.resources.has(sdk)) report([...path, "sdk"], `没有资源 ${sdk}`);
    if (typeof program === "string") address([...path, "program"], program);
    else if (!keys.resources.has(program)) report([...path, "program"], `没有资源 ${program}`);
  }
}

/** Checks the addresses in menus that lead to content of the pack. */
function checkMenus({ navigation, navigationLineOf }: DraftPack, keys: KnownKeys, problems: Problem[]) {
  if (!navigation) return;
  const report: ReportAt = reportingIn("navigation.yaml", { lineOf: navigationLineOf }, problems);
  const look = (nodes: PackNode[], path: PropertyKey[]) => {
    for (const [index, { link, children }] of nodes.entries()) {
      const problem = linkProblem(link, keys);
      if (problem) report([...path, index, "link"], problem);
      if (children) look(children, [...path, index, "children"]);
    }
  };
  look(navigation.footer, ["footer"]);
}

/** Checks of products, resources, news, videos and the home page that need more than one file. */
export function checkCatalogue(
  pack: DraftPack,
  catalogue: Catalogue,
  keys: KnownKeys,
  problems: Problem[],
): void {
  checkProducts(catalogue, keys, problems);
  checkResources(catalogue, keys, problems);
  checkNews(catalogue, keys, problems);
  checkTraining(catalogue, keys, problems);
  if (catalogue.redirects)
    checkMoved(
      catalogue.redirects.value.redirects,
      keys,
      reportingIn("redirects.yaml", catalogue.redirects, problems),
    );
  checkHome(pack, keys, problems);
  checkMenus(pack, keys, problems);
  checkActivities(pack, catalogue, keys, problems);
  const texts = [
    ...[...catalogue.products, ...catalogue.notices, ...catalogue.resources],
    ...[...catalogue.news, ...catalogue.activities],
  ];
  for (const { file, source, bodyLine } of texts)
    checkMarkdown({ file, source, line: bodyLine }, keys, problems);
  if (catalogue.about) {
    const { file, source, bodyLine } = catalogue.about;
    checkMarkdown({ file, source, line: bodyLine }, keys, problems);
  }
  for (const { file, front, lineOf } of catalogue.notices)
    checkMarkdown({ file, source: front.workaround, line: lineOf(["workaround"]) }, keys, problems);
  for (const { file, front, lineOf } of catalogue.resources)
    for (const [index, { changes }] of front.versions.entries())
      checkMarkdown({ file, source: changes, line: lineOf(["versions", index, "changes"]) }, keys, problems);
}
