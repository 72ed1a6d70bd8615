import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { columnsMax } from "contract/products/constants";
import { z } from "zod";
import { chosenColumns } from "~/cookies/product-columns";
import { orWithout } from "~/failure/explain.server";
import { shortCount } from "~/format/text";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { filteredList, knownColumns, trayOf } from "./list/class-list.server";
import { ClassPage } from "./list/class-page";
import { asAddress, listSearch, readColumns, readCompared, readFilters } from "./list/filters";
import styles from "./parts/products.module.css";

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

/**
 * /products/index: all product classes; with `id` the products of one class, filtered by their parameters (spec 2.1).
 */
export const loader = screenLoader(
  inputs,
  async ({ scope, request, url, query: { id, page, order, go, preview } }) => {
    const previewed =
      id !== undefined && preview !== undefined ? await loadPreview(scope, id, preview) : null;
    if (previewed) return data(previewed);
    const whole = await scope.gateway.call("productClass", id === undefined ? {} : { id });
    if (id === undefined) return data({ whole, one: null });
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
    return data({ whole, one }, { status: Object.keys(problems).length > 0 ? 400 : 200 });
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
  const { whole, one } = useLoaderData<typeof loader>();
  if (one)
    return (
      <>
        {whole.preview ? <PreviewNote kind="classes" contentKey={String(one.query.id)} /> : null}
        <ClassPage whole={whole} {...one} key={one.query.id} />
      </>
    );
  return <Overview classes={whole.children} total={whole.products} />;
}

type Classes = ReturnType<typeof useLoaderData<typeof loader>>["whole"]["children"];

/** All classes of the first two levels with their numbers of products. */
function Overview({ classes, total }: { classes: Classes; total: number }) {
  const { to } = useShell();
  return (
    <div className={styles.overview}>
      <header>
        <h1>产品中心</h1>
        <p>
          {total > 0
            ? `${shortCount(total)} 个产品，按分类进入后可以用参数筛选、对比和下载。`
            : "产品资料正在整理。"}
        </p>
      </header>
      {classes.length === 0 ? (
        <EmptyState title="还没有产品" text="运营人员上架后会出现在这里，先去论坛看看吧。">
          <Link className="button" data-primary to={to(paths.forum())}>
            去技术论坛
          </Link>
        </EmptyState>
      ) : null}
      <ul className={styles.classes}>
        {classes.map((first) => (
          <li key={first.id} className="surface">
            <h2>
              <Link to={to(paths.products(first.id))}>{first.name}</Link>
              <small>{first.products}</small>
            </h2>
            {first.summary ? <p>{first.summary}</p> : null}
            <ul>
              {first.children.map((second) => (
                <li key={second.id}>
                  <Link to={to(paths.products(second.id))}>{second.name}</Link>
                  <small>{second.products}</small>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}
