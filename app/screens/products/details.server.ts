import type { CallResponse } from "contract";
import type { Product } from "schema-dts";
import { orWithout } from "~/failure/explain.server";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { withStoredImages } from "~/request/stored-images.server";

type Info = CallResponse<"productInfo">;

/** The number of topics on a product's page. */
const topicsMax = 6;

/** The number of courses on a product's page. */
const coursesMax = 6;

/** The newest topics about a product, solved ones first: those with its tag, or without a tag those of its section. */
async function topicsOf(
  scope: Scope,
  { tag, section }: Info,
): Promise<{ tid: number; title: string; replies: number; solved: boolean; createdAt: string }[]> {
  const list = tag
    ? scope.gateway.call("tagTopicList", { id: tag.id, order: "reply" })
    : section
      ? scope.gateway.call("sectionTopicList", { fid: section.fid })
      : null;
  const { topics } = (list && (await orWithout(scope, list, null))) ?? { topics: [] };
  // What was answered comes first: it is what the next engineer with the question looks for.
  return [...topics]
    .sort((one, other) => Number(other.solved) - Number(one.solved))
    .slice(0, topicsMax)
    .map(({ tid, title, replies, solved, createdAt }) => ({ tid, title, replies, solved, createdAt }));
}

/** Whether the member follows a product, and has collected it; false for visitors. */
async function ownMarks(scope: Scope, id: number): Promise<{ followed: boolean; collected: boolean }> {
  if (!(await scope.signedIn())) return { followed: false, collected: false };
  const [{ followed }, { collected }] = await Promise.all([
    orWithout(scope, scope.gateway.call("followStatus", { kind: "product", target: id }), {
      followed: false,
    }),
    orWithout(scope, scope.gateway.call("collectStatus", { kind: "product", targets: [id] }), {
      collected: [],
    }),
  ]);
  return { followed, collected: collected.length > 0 };
}

/** Loads a product's page; a failed call costs only its part, except the call for the product itself. */
export async function loadProduct(scope: Scope, id: number) {
  const resources = orWithout(scope, scope.gateway.call("productResources", { id }), {
    datasheet: null,
    resources: [],
    total: 0,
  });
  const courses = orWithout(scope, scope.publicGateway.call("courseList", { prodId: id }), {
    courses: [],
  });
  const marks = ownMarks(scope, id);
  const info = await scope.gateway.call("productInfo", { id });
  scope.page.structuredData.push(productData(scope, info), productTrail(scope, info));
  return {
    info: { ...info, html: await withStoredImages(scope, info.html) },
    files: await resources,
    courses: (await courses).courses
      .slice(0, coursesMax)
      .map(({ id, title, level, minutes, lessons }) => ({ id, title, level, minutes, lessons })),
    topics: await topicsOf(scope, info),
    ...(await marks),
  };
}

/**
 * Loads the newest version of a product as its page will show it; what names it elsewhere is left out. Null from an
 * upstream that knows no previews and answers the published product.
 */
export async function loadPreview(scope: Scope, id: number, preview: string) {
  const info = await scope.gateway.call("productInfo", { id, preview });
  if (!info.preview) return null;
  return {
    info: { ...info, html: await withStoredImages(scope, info.html) },
    files: { datasheet: null, resources: [], total: 0 },
    courses: [],
    topics: [],
    followed: false,
    collected: false,
  };
}

const productTrail = (scope: Scope, { path, id, name }: Info) =>
  breadcrumbData(scope, [
    { name: "产品中心", path: paths.products() },
    ...path.map((step) => ({ name: step.name, path: paths.products(step.id) })),
    { name, path: paths.product(id) },
  ]);

function productData({ origin, settings }: Scope, info: Info): Product {
  const { id, name, summary, gallery, parameters, parts, path } = info;
  return {
    "@type": "Product",
    name,
    description: summary,
    url: origin + paths.product(id),
    ...(gallery.length > 0 ? { image: gallery.map(({ url }) => origin + url) } : {}),
    ...(parts[0] ? { mpn: parts[0].number } : {}),
    category: path.map((step) => step.name).join(" / "),
    brand: { "@type": "Brand", name: settings.siteName },
    additionalProperty: parameters.slice(0, 20).map((one) => ({ "@type": "PropertyValue", ...one })),
  };
}
