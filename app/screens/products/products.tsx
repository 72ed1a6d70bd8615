import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { columnsMax } from "contract/products/constants";
import { z } from "zod";
import { chosenColumns } from "~/cookies/product-columns";
import { orWithout } from "~/failure/explain.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { ProductCenter } from "./center/product-center";
import { filteredList, knownColumns, trayOf } from "./list/class-list.server";
import { ClassPage } from "./list/class-page";
import { asAddress, listSearch, readColumns, readCompared, readFilters } from "./list/filters";

/** A filter may occur several times in the address, so `readFilters` reads the values. */
const filter = z.string().optional();
const inputs = {
  query: z.object({
    id: pathId.optional(),
    page: pageNumber,
    order: z.string().catch(""),
    state: filter,
    kind: filter,
    package: filter,
    temperature: filter,
    "p.*": filter,
    columns: filter,
    compare: filter,
    /** The button that compares what is ticked. */
    go: z.literal("compare").optional().catch(undefined),
    preview: previewQuery,
  }),
  missing: "没有这个产品分类",
};

/** What an upstream without that call leaves of the product centre: its classes. */
const noCenter = { products: [], notices: [], classes: [] };

/**
 * /products/index: all product classes; with `id` the products of one class, filtered by their parameters (spec 2.1).
 */
export const loader = screenLoader(
  inputs,
  async ({ scope, request, url, query: { id, page, order, go, preview } }) => {
    const previewed =
      id !== undefined && preview !== undefined ? await loadPreview(scope, id, preview) : null;
    if (previewed) return data(previewed);
    if (id === undefined) {
      const beside = orWithout(scope, scope.gateway.call("productCenter", {}), noCenter);
      const [whole, center] = await Promise.all([scope.gateway.call("productClass", {}), beside]);
      return data({ whole, center, one: null });
    }
    const whole = await scope.gateway.call("productClass", { id });
    const compare = readCompared(url.searchParams);
    if (go && compare.length > 0) throw await scope.redirect(paths.compare(compare));
    const clean = asAddress(url.searchParams);
    if (clean.size < url.searchParams.size)
      throw await scope.redirect(`${paths.products()}?${String(clean).replaceAll("%2C", ",")}`);
    const filters = readFilters(url.searchParams);
    const listing = { id, filters, order, columns: readColumns(url.searchParams), compare, page };
    const usual = listing.columns.length > 0 ? [] : chosenColumns(request.headers.get("cookie"), id);
    if (usual.length > 0) {
      // A column that the class has no more is left out; nobody typed it.
      const { list } = await filteredList(scope, { ...listing, columns: usual });
      const columns = knownColumns(list, usual);
      if (columns.length > 0)
        throw await scope.redirect(`${paths.products()}${listSearch({ ...listing, columns })}`);
    }
    const [{ list, problems, tray }, tree] = await Promise.all([
      filteredList(scope, listing).then(async (found) => ({
        ...found,
        tray: await trayOf(scope, found.list, compare),
      })),
      orWithout(scope, scope.gateway.call("productTree", { type: "proclass" }), { result: [] }),
    ]);
    scope.page.structuredData.push(
      breadcrumbData(scope, [
        { name: "产品中心", path: paths.products() },
        ...whole.path.map((step) => ({ name: step.name, path: paths.products(step.id) })),
      ]),
    );
    const isWrong = Object.keys(problems).some((name) => name.startsWith("columns"));
    const columns = isWrong ? knownColumns(list, listing.columns).slice(0, columnsMax) : listing.columns;
    const query = { ...listing, page: list.page, columns };
    const [ticked, nothingTicked] = [isWrong ? listing.columns : null, go !== undefined];
    const one = { list, problems, tree: tree.result, tray, query, ticked, nothingTicked };
    return data({ whole, center: null, one }, { status: Object.keys(problems).length > 0 ? 400 : 200 });
  },
);

/**
 * The newest version of a class as its page will show it: with its filters, without products. Null from an upstream
 * that knows no previews and answers the published class.
 */
async function loadPreview(scope: Scope, id: number, preview: string) {
  const whole = await scope.gateway.call("productClass", { id, preview });
  if (!whole.preview) return null;
  const { columns, facets } = whole;
  const list = {
    products: [],
    columns,
    allColumns: columns,
    facets,
    page: 1,
    pages: 1,
    total: 0,
    without: [],
  };
  return {
    whole,
    center: null,
    one: {
      list,
      problems: {},
      tree: [],
      tray: [],
      query: { id, filters: {}, order: "", columns: [], compare: [], page: 1 },
      ticked: null,
      nothingTicked: false,
    },
  };
}

export const meta = screenMeta<typeof loader>({
  title: ({ whole }) => whole.name || undefined,
  description: ({ whole }) =>
    whole.summary || "按分类和参数找芯片、模组、开发板和套件，比较、下载资料、提问都在一处。",
  head: ({ whole, one }) => ({
    indexed: !whole.preview,
    ...(one ? { page: one.list.page } : {}),
  }),
});

export default function Products() {
  const { whole, center, one } = useLoaderData<typeof loader>();
  if (one)
    return (
      <>
        {whole.preview ? <PreviewNote kind="classes" contentKey={String(one.query.id)} /> : null}
        <ClassPage whole={whole} {...one} key={one.query.id} />
      </>
    );
  return <ProductCenter tree={whole.children} total={whole.products} {...(center ?? noCenter)} />;
}
