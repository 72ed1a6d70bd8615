import { type Catalogue, nodesOf } from "../parse/catalogue";
import type { PackText } from "../parse/text";
import { fieldName, type Parsed } from "../parse/yaml";
import type { Problem } from "../problems";
import type { KnownKeys, Names } from "./known-keys";

/** Reports a problem of a field of one file. */
export type ReportAt = (path: PropertyKey[], message: string) => void;

/** Makes the `report` function for a file with front matter. */
export const reportingAt =
  ({ file, lineOf }: Pick<PackText<unknown>, "file" | "lineOf">, problems: Problem[]): ReportAt =>
  (path, message) =>
    problems.push({ file, line: lineOf(path), field: fieldName(path), message });

/** Makes the `report` function for a YAML file. */
export const reportingIn = (file: string, { lineOf }: Pick<Parsed<unknown>, "lineOf">, problems: Problem[]) =>
  reportingAt({ file, lineOf }, problems);

/** Reports a key that was used before; remembers a new one. */
export function unique<Key>(
  seen: Map<Key, string>,
  key: Key,
  place: string,
  report: (message: string) => void,
) {
  const first = seen.get(key);
  if (first === undefined) seen.set(key, place);
  else report(`“${String(key)}”已经用在 ${first}`);
}

/** Reports the entries of a list that are unknown or repeated. */
export function eachKnown<Key>(
  list: Key[],
  keys: Names<Key>,
  path: PropertyKey[],
  kind: string,
  report: ReportAt,
) {
  for (const [index, key] of list.entries()) {
    if (!keys.has(key)) report([...path, index], `没有${kind} ${String(key)}`);
    else if (list.indexOf(key) !== index) report([...path, index], `${String(key)} 写了两次`);
  }
}

/**
 * Finds the cycles of a graph. Each cycle begins with the node that the search reached first, and is returned once.
 */
export function ringsOf<Key>(starts: Iterable<Key>, next: (key: Key) => Key[]): Key[][] {
  const state = new Map<Key, "open" | "done">();
  const rings: Key[][] = [];
  for (const start of starts) {
    const way: { key: Key; rest: Key[] }[] = [];
    const enter = (key: Key) => {
      state.set(key, "open");
      way.push({ key, rest: [...next(key)] });
    };
    if (!state.has(start)) enter(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const step = top.rest.shift();
      if (step === undefined) {
        state.set(top.key, "done");
        way.pop();
      } else if (state.get(step) === "open") {
        const keys = way.map(({ key }) => key);
        rings.push(keys.slice(keys.indexOf(step)));
      } else if (!state.has(step)) enter(step);
    }
  }
  return rings;
}

/** Checks that the ids of a tree's nodes are unique. */
export function checkTree(
  parsed: Parsed<object> | null,
  nodes: Parameters<typeof nodesOf>[0],
  [file, root]: [string, string],
  problems: Problem[],
) {
  if (!parsed) return;
  const report = reportingIn(file, parsed, problems);
  const seen = new Map<number, string>();
  for (const { node, steps } of nodesOf(nodes, root)) {
    const { name } = node as unknown as { name: string };
    unique(seen, node.id, `“${name}”`, (message) => report([...steps, "id"], message));
  }
}

/** Checks resources with their versions, and videos. */
export function checkResources(
  { levels, resources, videos }: Catalogue,
  keys: KnownKeys,
  problems: Problem[],
) {
  checkTree(levels, levels?.value.levels ?? [], ["resources.yaml", "levels"], problems);
  const seen = new Map<number, string>();
  for (const resource of resources) {
    const { front, file } = resource;
    const report = reportingAt(resource, problems);
    unique(seen, front.id, file, (message) => report(["id"], message));
    if (levels && !keys.levels.has(front.level))
      report(["level"], `resources.yaml 里没有分类 ${front.level}`);
    eachKnown(front.products, keys.products, ["products"], "产品", report);
    if (front.replacedBy !== undefined && !keys.resources.has(front.replacedBy))
      report(["replacedBy"], `没有资源 ${front.replacedBy}`);
    const versions = new Map<string, string>();
    for (const [index, version] of front.versions.entries()) {
      const path = ["versions", index];
      unique(versions, version.version, "同一份资源", (message) => report([...path, "version"], message));
      if ((version.file === undefined) === (version.url === undefined))
        report([...path, "file"], "file 和 url 要写一个，只写一个");
      if (version.file !== undefined && !keys.files.has(version.file))
        report([...path, "file"], `没有文件 ${version.file}`);
      eachKnown(version.supports.products, keys.products, [...path, "supports", "products"], "产品", report);
      eachKnown(version.supports.tools, keys.resources, [...path, "supports", "tools"], "资源", report);
    }
    if (front.versions.every(({ state }) => state === "withdrawn"))
      report(["versions"], "全部版本都已撤回：至少留一个，或删去这份资源");
  }
  const replaced = new Map(resources.map(({ front }) => [front.id, front.replacedBy]));
  for (const ring of ringsOf(replaced.keys(), (id) => [replaced.get(id) ?? []].flat())) {
    const first = resources.find(({ front }) => front.id === ring[0]);
    if (first)
      reportingAt(first, problems)(["replacedBy"], `互相替代，绕成了一圈：${[...ring, ring[0]].join(" → ")}`);
  }
  if (!videos) return;
  const report = reportingIn("videos.yaml", videos, problems);
  const seenVideos = new Map<number, string>();
  for (const [index, { id, title, file, poster, captions, products }] of videos.value.videos.entries()) {
    const path = ["videos", index];
    unique(seenVideos, id, `“${title}”`, (message) => report([...path, "id"], message));
    for (const [field, name] of [
      ["file", file],
      ["captions", captions],
    ] as const)
      if (name !== undefined && !keys.files.has(name)) report([...path, field], `没有文件 ${name}`);
    if (!keys.pictures.has(poster)) report([...path, "poster"], `没有图片 ${poster}`);
    eachKnown(products, keys.products, [...path, "products"], "产品", report);
  }
}

/** Checks news and their categories. */
export function checkNews({ categories, news }: Catalogue, keys: KnownKeys, problems: Problem[]) {
  const seen = new Map<number, string>();
  if (categories) {
    const names = new Map<number, string>();
    for (const [index, { id, name }] of categories.value.categories.entries())
      unique(names, id, `“${name}”`, (message) =>
        reportingIn("news.yaml", categories, problems)(["categories", index, "id"], message),
      );
  }
  for (const item of news) {
    const { id, category, cover, products } = item.front;
    const report = reportingAt(item, problems);
    unique(seen, id, item.file, (message) => report(["id"], message));
    if (categories && !keys.categories.has(category))
      report(["category"], `news.yaml 里没有分类 ${category}`);
    if (cover && !keys.pictures.has(cover.image)) report(["cover", "image"], `没有图片 ${cover.image}`);
    eachKnown(products, keys.products, ["products"], "产品", report);
  }
}
