import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { id as idField } from "contract/base/fields";
import { compareMax } from "contract/products/constants";
import { Fragment } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import styles from "./compare.module.css";
import { AddForm } from "./comparing/add-form";
import { addedProduct } from "./comparing/added-product.server";
import { CompareTable } from "./comparing/compare-table";
import { Trail } from "./parts/trail";

/** The distinct products of an address: `compare` several times, or once with commas. */
function comparedIds(search: URLSearchParams): number[] {
  const values = search.getAll("compare").flatMap((value) => value.split(","));
  return [...new Set(values.flatMap((value) => idField.safeParse(value).data ?? []))];
}

const inputs = {
  query: z.object({
    compare: z.string().optional(),
    /** Only the rows that differ. */
    only: z.literal("differences").optional().catch(undefined),
    /** The product that the others are compared with. */
    pin: idField.optional().catch(undefined),
    /** A typed part number, to add its product. */
    add: z.string().default(""),
  }),
};

/**
 * /products/compare: up to four products side by side, with their differences marked. A fifth product can replace one
 * of them; a typed number adds its product.
 */
export const loader = screenLoader(inputs, async ({ scope, url, query: { compare, only, pin, add } }) => {
  const requestedIds = comparedIds(url.searchParams);
  const adding = add.trim() === "" ? null : await addedProduct(scope, add);
  if (adding?.id)
    throw await scope.redirect(paths.compare([...new Set([...requestedIds, adding.id])], { only, pin }));
  const tooMany = requestedIds.length > compareMax;
  const ids = requestedIds.slice(0, compareMax);
  const result = await scope.gateway.call("productCompare", { ids });
  if (ids.length > 0 && result.products.length === 0) return notFound(scope, "没有这些产品");
  if (compare !== undefined && ids.length === 0 && !adding) return notFound(scope, "没有这些产品");
  // The products beyond the limit; each can replace one of the four.
  const beyondLimit = tooMany
    ? await orWithout(
        scope,
        scope.gateway.call("productCompare", { ids: requestedIds.slice(compareMax, 2 * compareMax) }),
        null,
      )
    : null;
  const beyond = (beyondLimit?.products ?? []).map(({ id, name }) => ({ id, name }));
  const view = { only, pin: result.products.some(({ id }) => id === pin) ? pin : undefined };
  return data(
    { ...result, view, adding, requested: requestedIds.length, tooMany, beyond },
    { status: tooMany || adding ? 400 : 200 },
  );
});
export const meta = screenMeta<typeof loader>({
  title: ({ products }) =>
    products.length > 0 ? `${products.map(({ name }) => name).join(" 与 ")} 对比` : undefined,
});

export default function Compare() {
  const { products, rows, view, adding, requested, tooMany, beyond } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const ids = products.map(({ id }) => id);
  const common = products[0]?.path.filter((step) =>
    products.every(({ path }) => path.some(({ id }) => id === step.id)),
  );
  const back = common?.at(-1);
  return (
    <>
      <Trail steps={common ?? []} />
      <header className={styles.head}>
        <h1>产品对比</h1>
        {tooMany ? (
          <p className={styles.problem} role="alert">
            <Icon name="alert-circle" />
            一次最多对比 {compareMax} 个产品，你选了 {requested} 个，这里是前 {compareMax} 个。
          </p>
        ) : null}
        {beyond.map((more) => (
          <p key={more.id} className={styles.exchange}>
            要看 <b>{more.name}</b>，点它换下的那个：
            {products.map(({ id, name }) => (
              <Fragment key={id}>
                {" "}
                <Link
                  to={to(
                    paths.compare(
                      ids.map((one) => (one === id ? more.id : one)),
                      view,
                    ),
                  )}
                  aria-label={`用 ${more.name} 换下 ${name}`}
                >
                  {name}
                </Link>
              </Fragment>
            ))}
          </p>
        ))}
        {products.length === 1 ? <p>再选一个产品，就能看出差别。</p> : null}
      </header>
      <AddForm ids={ids} view={view} adding={adding} />
      {products.length === 0 ? (
        <EmptyState title="还没有选产品" text="在上面填型号，或在分类页勾选两到四个产品，再点“对比所选”。">
          <Link className="button" data-primary to={to(paths.products())}>
            去选产品
          </Link>
        </EmptyState>
      ) : (
        <CompareTable products={products} rows={rows} view={view} backId={back?.id} />
      )}
      {back ? (
        <p className={`${styles.back} no-print`}>
          <Link to={to(paths.productsBeside(back.id, ids))}>在“{back.name}”里再选</Link>
        </p>
      ) : null}
    </>
  );
}
