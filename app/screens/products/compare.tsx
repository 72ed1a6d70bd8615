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
import { Picture } from "~/ui/picture";
import styles from "./compare.module.css";
import { StateLabel } from "./parts/state-label";
import { Trail } from "./parts/trail";

/** The distinct products of an address: `compare` several times, or once with commas. */
function comparedIds(search: URLSearchParams): number[] {
  const values = search.getAll("compare").flatMap((value) => value.split(","));
  return [...new Set(values.flatMap((value) => idField.safeParse(value).data ?? []))];
}

/**
 * /products/compare: up to four products side by side, with their differences marked. A fifth product can replace one
 * of them.
 */
export const loader = screenLoader(
  { query: z.object({ compare: z.string().optional() }) },
  async ({ scope, url, query: { compare } }) => {
    const requestedIds = comparedIds(url.searchParams);
    const tooMany = requestedIds.length > compareMax;
    const ids = requestedIds.slice(0, compareMax);
    const result = await scope.gateway.call("productCompare", { ids });
    if (ids.length > 0 && result.products.length === 0) return notFound(scope, "没有这些产品");
    if (compare !== undefined && ids.length === 0) return notFound(scope, "没有这些产品");
    // The products beyond the limit; each can replace one of the four.
    const beyondLimit = tooMany
      ? await orWithout(
          scope,
          scope.gateway.call("productCompare", { ids: requestedIds.slice(compareMax, 2 * compareMax) }),
          null,
        )
      : null;
    const beyond = (beyondLimit?.products ?? []).map(({ id, name }) => ({ id, name }));
    return data(
      { ...result, requested: requestedIds.length, tooMany, beyond },
      { status: tooMany ? 400 : 200 },
    );
  },
);
export const meta = screenMeta<typeof loader>({
  title: ({ products }) =>
    products.length > 0 ? `${products.map(({ name }) => name).join(" 与 ")} 对比` : undefined,
});

/**
 * Keeps a number and its unit on one line: `-40~85 °C、-40~105 °C` breaks only after the 、, where a browser would not
 * break before a minus sign.
 */
const withUnits = (value: string) =>
  value.replace(/(?<=\d) (?=[^\s、]{1,8}(?:、|$))/g, "\u00a0").replaceAll("、", "、\u200b");

export default function Compare() {
  const { products, rows, requested, tooMany, beyond } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const common = products[0]?.path.filter((step) =>
    products.every(({ path }) => path.some(({ id }) => id === step.id)),
  );
  const back = common?.at(-1);
  const hrefWithout = (id: number) => {
    const others = products.filter((product) => product.id !== id).map((product) => product.id);
    return to(others.length > 0 ? paths.compare(others) : back ? paths.products(back.id) : paths.products());
  };
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
                    paths.compare(products.map((product) => (product.id === id ? more.id : product.id))),
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
      {products.length === 0 ? (
        <EmptyState title="还没有选产品" text="在分类页勾选两到四个产品，再点“对比所选”。">
          <Link className="button" data-primary to={to(paths.products())}>
            去选产品
          </Link>
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={`surface ${styles.scroll}`} aria-label="对比表" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <span className={styles.legend}>
                    <i aria-hidden="true">≠</i> 有差别
                  </span>
                </th>
                {products.map(({ id, name, summary, state, picture }) => (
                  <th key={id} scope="col">
                    {picture ? (
                      <Picture picture={picture} sizes="120px" first className={styles.picture} />
                    ) : null}
                    <Link to={to(paths.product(id))}>{name}</Link>
                    <StateLabel state={state} />
                    <p>{summary}</p>
                    <Link className={styles.remove} to={hrefWithout(id)} aria-label={`不再对比 ${name}`}>
                      <Icon name="x" />
                      移除
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, values, differs }) => (
                <tr key={name} data-differs={differs || undefined}>
                  <th scope="row">
                    {name}
                    {differs ? (
                      <i>
                        <span aria-hidden="true">≠</span>
                        <span className="visually-hidden">有差别</span>
                      </i>
                    ) : null}
                  </th>
                  {values.map((value, at) => (
                    <td key={products[at]?.id}>{value === null ? "–" : withUnits(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {back ? (
        <p className={styles.back}>
          <Link to={to(paths.products(back.id))}>在“{back.name}”里再选</Link>
        </p>
      ) : null}
    </>
  );
}
