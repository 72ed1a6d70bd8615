import type { CallResponse } from "contract";
import { dayOf } from "contract/base/time";
import { contentBodies } from "contract/content/kinds/bodies";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { parametersOfClass } from "../content/editing/kinds/product-classes";
import { tableColumns } from "../content/load/catalogue/products";
import { productValues } from "../content/pack/check/products";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { productClasses, products, sections, tags } from "../database/schema";
import { pictureSize } from "../files/pictures/picture-sizes";
import { picturesOf } from "../files/pictures/pictures";
import { signedMedia } from "../files/storage/signed";
import type { CallContext } from "../server/context";
import { found } from "../server/refusal";
import { wayTo } from "./class-parameters";
import { briefColumns, saidElsewhere } from "./info";

/** Pictures of a version, with their sizes where these are known. */
async function sizedPictures(database: Database, pictures: { name: string; alt: string }[]) {
  const sized = pictures.map(async ({ name, alt }) => ({
    name,
    alt,
    ...((await pictureSize(database, name)) ?? { width: 0, height: 0 }),
  }));
  return picturesOf(database, await Promise.all(sized));
}

/**
 * The newest version of a product as its page will show it; fields that a draft lacks are empty. Throws
 * PRODUCT_NOT_FOUND without the right secret.
 */
export async function previewProduct(
  { database, settings, now }: Pick<CallContext, "database" | "settings" | "now">,
  id: number,
  secret: string,
): Promise<CallResponse<"productInfo">> {
  const name = { kind: "products", key: String(id) } as const;
  const version = found(await previewedVersion(database, name, secret), "PRODUCT_NOT_FOUND");
  const { changedAt, html } = version;
  const draft = contentBodies.products.draft.parse(version.body);
  const { gallery = [], pinout = [], params = {}, bom = [], replacedBy = [], certifications = [] } = draft;
  const { crossReferences = [], diagram = [], drawings = [] } = draft;
  const { packages = [], ratings = [], revisions = [] } = draft;
  const [of] = await database
    .select()
    .from(productClasses)
    .where(eq(productClasses.id, draft.class ?? 0));
  const parameters = await parametersOfClass(database, draft.class ?? 0);
  const values = productValues({ params }, parameters);
  const pictures = await sizedPictures(database, [...gallery, ...drawings, ...diagram, ...pinout]);
  const drawn = gallery.length + drawings.length;
  const named = await database
    .select(briefColumns)
    .from(products)
    .where(
      inArray(
        products.id,
        bom.flatMap(({ product }) => product ?? []),
      ),
    );
  // As on the page, one that was taken down is no replacement.
  const replacing = await database
    .select(briefColumns)
    .from(products)
    .where(
      and(
        isNull(products.delistedAt),
        inArray(
          products.id,
          replacedBy.map(({ product }) => product),
        ),
      ),
    );
  const replacements = new Map(replacing.map((product) => [product.id, product]));
  const byId = new Map(named.map((product) => [product.id, product]));
  const tag = draft.tag?.toLowerCase() ?? "";
  const [tagged = null] = await database
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(eq(sql`lower(${tags.name})`, tag));
  const [section = null] = await database
    .select({ fid: sections.id, name: sections.name })
    .from(sections)
    .where(and(eq(sections.id, draft.section ?? 0), eq(sections.listed, true)));
  return {
    id,
    name: draft.title,
    summary: draft.summary ?? "",
    kind: draft.kind ?? "chip",
    state: draft.state ?? "preview",
    since: draft.since ?? dayOf(changedAt),
    lastOrder: draft.lastOrder ?? null,
    supplyUntil: draft.supplyUntil ?? null,
    html: html[0] ?? "",
    pins: (draft.pins ?? []).map(({ type = "", function: use = "", ...pin }) => ({
      ...pin,
      type,
      function: use,
    })),
    path: of ? await wayTo(database, of) : [],
    delisted: false,
    gallery: pictures.slice(0, gallery.length),
    parameters: [...parameters].flatMap(([key, { name: title }]) => {
      const value = values[key];
      return value ? [{ name: title, value: value.shown }] : [];
    }),
    parts: (draft.parts ?? []).map(({ temperature = "", packing = "", moq, sample, ...part }) => ({
      ...part,
      moq: moq ?? null,
      sample: sample ?? null,
      temperature,
      packing,
    })),
    diagram: diagram.length > 0 ? (pictures[drawn] ?? null) : null,
    drawings: pictures.slice(gallery.length, drawn),
    ...tableColumns({ packages, ratings, revisions }),
    pinout: pinout.length > 0 ? (pictures.at(-1) ?? null) : null,
    certifications: certifications.map(({ name: title, number = "", file }) => ({
      name: title,
      number,
      url: file === undefined ? null : signedMedia(settings, file, now()),
    })),
    bom: bom.map(({ designator = "", part, quantity, note = "", product }) => {
      const component = product === undefined ? undefined : byId.get(product);
      return {
        designator,
        part,
        quantity,
        note,
        product: component ? { id: component.id, name: component.name } : null,
      };
    }),
    replacements: replacedBy.flatMap(({ product, kind: how }) => {
      const other = replacements.get(product);
      return other ? [{ ...other, how }] : [];
    }),
    references: crossReferences.map(({ number, maker = "", kind: how, note = "" }) => ({
      number,
      maker,
      kind: how,
      note,
    })),
    ...(await saidElsewhere(database, id)),
    tag: tagged,
    section,
    followers: 0,
    updatedAt: changedAt.toISOString(),
    preview: true,
  };
}
