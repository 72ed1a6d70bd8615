import { productStates, replacementKinds } from "contract/products/constants";
import { nodesOf } from "../../pack/parse/catalogue";
import type { PackParameter } from "../../pack/schemas/products";
import { pictured, withoutEmpty } from "../exported-files";
import type { Typed } from "./texts";
import { filesByKey, nameOf, type PieceWriter, writesTexts } from "./writer";

export const writeProducts = writesTexts({
  folder: "products",
  present: ({ catalogue }) => filesByKey(catalogue.products, ({ id }) => id),
  write(body, key, { files, sectionKeys }) {
    const {
      title: name,
      summary,
      class: classId,
      kind,
      state,
      since,
      lastOrder,
      supplyUntil,
      section,
      ...product
    } = body as Typed<"products">;
    const { replacedBy = [], crossReferences = [], certifications = [], params = {}, ...rest } = product;
    const { gallery = [], pinout = [], pins = [], parts, bom, tag, content = "" } = rest;
    const { diagram = [], drawings = [], packages, ratings, revisions } = product;
    const [drawing] = pinout;
    const [blocks] = diagram;
    const withName = <Row extends { kind: string }>(row: Row) => ({
      ...row,
      kind: nameOf(replacementKinds, row.kind),
    });
    const front = {
      id: Number(key),
      name,
      summary,
      class: classId,
      kind,
      state: nameOf(productStates, state),
      since,
      lastOrder,
      supplyUntil,
      replacedBy: replacedBy.map(withName),
      crossReferences: crossReferences.map(withName),
      gallery: gallery.map((picture) => pictured(files, picture)),
      params: Object.keys(params).length > 0 ? params : undefined,
      parts,
      pinout:
        drawing || pins.length > 0
          ? withoutEmpty({ image: drawing && pictured(files, drawing), pins })
          : undefined,
      diagram: blocks && pictured(files, blocks),
      drawings: drawings.map((picture) => pictured(files, picture)),
      packages,
      ratings,
      revisions,
      bom,
      certifications: certifications.map(({ file, ...one }) => ({
        ...one,
        ...(file === undefined ? {} : { file: files.document(file) }),
      })),
      tag,
      section: section === undefined ? undefined : sectionKeys.get(section),
    };
    return { front, content: files.placed(content) };
  },
});

interface ClassNode {
  id: number;
  parent: number | null;
  name: string;
  summary?: string | undefined;
  parameters: unknown[];
}

/** A parameter without what a pack's schema gives by itself. */
const parameterOf = ({ filter, compare, ...parameter }: PackParameter) =>
  withoutEmpty({ ...parameter, filter: filter || undefined, compare: compare ? undefined : false });

/** The tree of classes is one file: it is written anew, new classes after those that stand there. */
export const writeClasses: PieceWriter = ({ pack, files }, pieces) => {
  const present = nodesOf(pack.catalogue.classes?.value.classes ?? [], "classes").map(
    ({ node: { id, name, summary, parameters }, path }): [number, ClassNode] => [
      id,
      { id, parent: path.at(-2)?.id ?? null, name, summary, parameters: parameters.map(parameterOf) },
    ],
  );
  const nodes = new Map(present);
  for (const { key, body } of pieces) {
    const id = Number(key);
    if (body === null) nodes.delete(id);
    else {
      const { title: name, parent = null, summary, parameters = [] } = body as Typed<"classes">;
      const own = parameters.map((parameter) => parameterOf(parameter as PackParameter));
      nodes.set(id, { id, parent, name, summary, parameters: own });
    }
  }
  const beneath = (parent: number | null): Record<string, unknown>[] =>
    [...nodes.values()]
      .filter((node) => node.parent === parent)
      .map(({ id, name, summary, parameters }) =>
        withoutEmpty({ id, name, summary, parameters, children: beneath(id) }),
      );
  const classes = beneath(null);
  const reached = new Set(nodesOf(classes as { id: number }[], "classes").map(({ node }) => node.id));
  for (const { id, name } of nodes.values())
    if (!reached.has(id)) files.lost.push(`产品分类「${name}」（${id}）的上级不在包里，没有写进去`);
  files.writeYaml("products.yaml", { classes });
};
