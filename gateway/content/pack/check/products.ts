import type { ProductValue } from "../../../database/tables/products";
import { foldPart, partBeginning } from "../../../products/numbers/fold";
import { type Catalogue, nodesOf } from "../parse/catalogue";
import type { PackText } from "../parse/text";
import type { Problem } from "../problems";
import type { PackParameter, ProductFront } from "../schemas/products";
import type { KnownKeys } from "./known-keys";
import { parameterValue } from "./parameter-values";
import { checkTree, eachKnown, reportingAt, reportingIn, ringsOf, unique } from "./references";

/** The parameters of each class: its own and those of the classes above it. */
export function parametersByClass(catalogue: Catalogue): Map<number, Map<string, PackParameter>> {
  const nodes = nodesOf(catalogue.classes?.value.classes ?? [], "classes");
  return new Map(
    nodes.map(({ node, path }) => [
      node.id,
      new Map(
        path.flatMap(({ parameters }) => parameters.map((parameter) => [parameter.key, parameter] as const)),
      ),
    ]),
  );
}

/** A product's values by the keys of its parameters. Calls `report` for each wrong value. */
export function productValues(
  { params }: Pick<ProductFront, "params">,
  parameters: Map<string, PackParameter>,
  report: (key: string, message: string) => void = () => undefined,
): Record<string, ProductValue> {
  const values: Record<string, ProductValue> = {};
  for (const [key, text] of Object.entries(params)) {
    const parameter = parameters.get(key);
    const value = parameter ? parameterValue(text, parameter) : "这个分类没有这个参数";
    if (typeof value === "string") report(key, value);
    else values[key] = value;
  }
  return values;
}

function checkClasses(catalogue: Catalogue, problems: Problem[]) {
  const { classes } = catalogue;
  if (!classes) return;
  checkTree(classes, classes.value.classes, ["products.yaml", "classes"], problems);
  const report = reportingIn("products.yaml", classes, problems);
  for (const { node, path, steps } of nodesOf(classes.value.classes, "classes")) {
    const seen = new Map(
      path
        .slice(0, -1)
        .flatMap(({ name, parameters }) => parameters.map(({ key }) => [key, `上级分类“${name}”`] as const)),
    );
    for (const [index, { key, choices }] of node.parameters.entries()) {
      const at = [...steps, "parameters", index];
      unique(seen, key, `分类“${node.name}”`, (message) => report([...at, "key"], message));
      if (new Set(choices).size < choices.length) report([...at, "choices"], "选项有重复");
    }
  }
}

/** Checks one product's references, values and part numbers. */
function checkProduct(
  product: PackText<ProductFront>,
  parameters: Map<string, PackParameter> | undefined,
  keys: KnownKeys,
  parts: Map<string, string>,
  own: Map<string, string>,
  problems: Problem[],
) {
  const { front, file } = product;
  const report = reportingAt(product, problems);
  if (!parameters) report(["class"], `products.yaml 里没有分类 ${front.class}`);
  else productValues(front, parameters, (key, message) => report(["params", key], message));
  const replacements = front.replacedBy.map(({ product: id }) => id);
  for (const [index, id] of replacements.entries()) {
    const path = ["replacedBy", index, "product"];
    if (id === front.id) report(path, "不能替代自己");
    else if (!keys.products.has(id)) report(path, `没有产品 ${id}`);
    else if (replacements.indexOf(id) !== index) report(path, `${id} 写了两次`);
  }
  for (const [index, { number }] of front.parts.entries())
    unique(parts, number.toUpperCase(), file, (message) => report(["parts", index, "number"], message));
  const references = new Map<string, string>();
  for (const [index, { number }] of front.crossReferences.entries()) {
    const wrong = (message: string) => report(["crossReferences", index, "number"], message);
    unique(references, foldPart(number), file, wrong);
    const ours = own.get(foldPart(number));
    if (partBeginning(number) === null) wrong("型号不计符号至少要 3 个字符，否则搜不到");
    else if (ours !== undefined) wrong(`${ours} 已经是本站的型号，搜它只会到那个产品`);
  }
  for (const [index, { product: id }] of front.bom.entries())
    if (id !== undefined && !keys.products.has(id)) report(["bom", index, "product"], `没有产品 ${id}`);
  for (const [index, { file: name }] of front.certifications.entries())
    if (name !== undefined && !keys.files.has(name))
      report(["certifications", index, "file"], `没有文件 ${name}`);
  const pictures: [PropertyKey[], string | undefined][] = [
    ...front.gallery.map(({ image }, index): [PropertyKey[], string] => [["gallery", index, "image"], image]),
    ...front.drawings.map(({ image }, index): [PropertyKey[], string] => [
      ["drawings", index, "image"],
      image,
    ]),
    [["diagram", "image"], front.diagram?.image],
    [["pinout", "image", "image"], front.pinout?.image?.image],
  ];
  for (const [path, image] of pictures)
    if (image !== undefined && !keys.pictures.has(image)) report(path, `没有图片 ${image}`);
  if (front.tag !== undefined && !keys.tags.has(front.tag.toLowerCase()))
    report(["tag"], `tags.yaml 和帖子里都没有标签 ${front.tag}`);
  if (front.section !== undefined && !keys.sectionKeys.has(front.section))
    report(["section"], `sections.yaml 里没有版块 ${front.section}`);
}

/** Checks classes, products and their notices. */
export function checkProducts(catalogue: Catalogue, keys: KnownKeys, problems: Problem[]): void {
  const { classes, products, notices } = catalogue;
  checkClasses(catalogue, problems);
  const parameters = parametersByClass(catalogue);
  const [seen, parts, numbers] = [
    new Map<number, string>(),
    new Map<string, string>(),
    new Map<string, string>(),
  ];
  const own = new Map(
    products.flatMap(({ front: { name, parts: orders } }) =>
      [...(/^[\x20-\x7e]+$/.test(name) ? [name] : []), ...orders.map(({ number }) => number)].map(
        (number): [string, string] => [foldPart(number), number],
      ),
    ),
  );
  for (const product of products) {
    unique(seen, product.front.id, product.file, (message) =>
      reportingAt(product, problems)(["id"], message),
    );
    if (classes) checkProduct(product, parameters.get(product.front.class), keys, parts, own, problems);
  }
  const next = new Map(
    products.map(({ front }) => [front.id, front.replacedBy.map(({ product }) => product)]),
  );
  for (const ring of ringsOf(next.keys(), (id) => next.get(id) ?? [])) {
    const first = products.find(({ front }) => front.id === ring[0]);
    if (ring.length > 1 && first)
      reportingAt(first, problems)(["replacedBy"], `互相替代，绕成了一圈：${[...ring, ring[0]].join(" → ")}`);
  }
  for (const notice of notices) {
    const report = reportingAt(notice, problems);
    unique(numbers, notice.front.number, notice.file, (message) => report(["number"], message));
    eachKnown(notice.front.products, keys.products, ["products"], "产品", report);
    if (notice.front.file !== undefined && !keys.files.has(notice.front.file))
      report(["file"], `没有文件 ${notice.front.file}`);
  }
}
