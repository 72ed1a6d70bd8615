import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Fragment } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { MissingPart } from "~/failure/missing-part";
import { PageHead } from "~/lists/kit/page-head";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import styles from "./dev-center.module.css";
import { ProductPicker } from "./product-picker";
import { TypePart } from "./type-part";
import { typeNames, typeOrder } from "./types";

const inputs = { query: z.object({ id: optionalId, prodId: optionalId }), missing: "没有这个产品或分类" };

/** Loads the parts that do not depend on the address. */
async function pagesOf({ publicGateway: gateway }: Scope) {
  const [external, internship] = await Promise.all([
    gateway.call("devExternalPages", {}),
    gateway.call("devInternshipUrl", {}),
  ]);
  return { external: external.result, internship: internship.result };
}

/**
 * /devCenter/index: product classes, quick starts, and the newest resources of each part that the operator shows. `id`
 * opens a product class, `prodId` limits all parts to one product.
 */
export const loader = screenLoader(inputs, async ({ scope, query: { id, prodId } }) => {
  const { publicGateway: gateway } = scope;
  const [classes, products, product, types, starts, pages] = await Promise.all([
    orWithout(scope, gateway.call("devProductTree", {}), { result: [] }),
    id === undefined ? { result: [] } : gateway.call("devProductTree", { id }),
    prodId === undefined ? null : gateway.call("devProductInfo", { id: prodId }),
    orWithout(scope, gateway.call("devResourcesByType", prodId === undefined ? {} : { prodId }), null),
    orWithout(scope, gateway.call("devQuickStarts", {}), { result: [] }),
    orWithout(scope, pagesOf(scope), { external: [], internship: null }),
  ]);
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "开发中心", path: paths.devCenter() },
      ...(product ? [{ name: product.name, path: paths.devCenter({ prodId: product.id }) }] : []),
    ]),
  );
  return {
    id,
    product,
    types: types?.types ?? null,
    starts: starts.result,
    pages,
    classes: classes.result,
    products: products.result,
  };
});
export const meta = screenMeta<typeof loader>({
  title: ({ product }) => (product ? `${product.name} 开发入口` : undefined),
  description: ({ product }) =>
    product
      ? `${product.name} 的文档、SDK、工具、示例和方案，按类型排好。`
      : "从开发板到第一个程序：按产品找文档、SDK、工具、示例工程与方案。",
});

export default function DevCenter() {
  const { id, product, types, starts, pages, classes, products } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const parts = typeOrder.flatMap((type) => types?.filter((part) => part.type === type) ?? []);
  const filled = parts.filter(({ resources, products: boards }) => resources.length + boards.length > 0);
  return (
    <div className={styles.page}>
      <PageHead title={product ? `${product.name} 开发入口` : "开发中心"}>
        {product ? (
          <p className="facts">
            <span>{product.summary}</span>
            <Link to={to(paths.product(product.id))}>产品页</Link>{" "}
            <Link to={to(paths.resources({ prodId: product.id }))}>全部 {product.resources} 个资源</Link>{" "}
            <Link to={to(paths.devCenter())}>换个产品</Link>
          </p>
        ) : (
          <p>选好芯片或开发板，装上 SDK，跑起第一个程序。</p>
        )}
        {filled.length > 0 ? (
          <nav className={styles.parts} aria-label="资源类型">
            {filled.map(({ type, total }) => (
              <Fragment key={type}>
                <a href={`#${type}`}>
                  <Icon name={typeNames[type].icon} />
                  {typeNames[type].name}
                  <small>{total}</small>
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        ) : null}
      </PageHead>
      {product ? null : <ProductPicker classes={classes} open={id} products={products} />}
      {product || starts.length === 0 ? null : <QuickStarts starts={starts} />}
      <div className={styles.grid}>
        {filled.map((part) => (
          <TypePart key={part.type} part={part} prodId={product?.id} />
        ))}
      </div>
      {types === null ? <MissingPart name="资源" /> : null}
      {types !== null && filled.length === 0 ? (
        <EmptyState title="这里还没有资源" text="换个产品看看，或者到论坛问一问。">
          <Link className="button" data-primary to={to(paths.resources())}>
            看全部资源
          </Link>
        </EmptyState>
      ) : null}
      <Elsewhere pages={pages} />
    </div>
  );
}

/** The quick starts: board, SDK and first program, each with a link to its page. */
function QuickStarts({ starts }: { starts: CallResponse<"devQuickStarts">["result"] }) {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="quick-starts">
      <h2 id="quick-starts">
        <Icon name="rocket" /> 快速上手
      </h2>
      <ul className={styles.starts}>
        {starts.map(({ id, title, summary, board, sdk, program }) => (
          <li key={id}>
            <h3>{title}</h3>
            <p>{summary}</p>
            <ol>
              <li>
                <span>开发板</span>
                <Link to={to(paths.product(board.id))}>{board.name}</Link>
              </li>
              <li>
                <span>SDK</span>
                <Link to={to(paths.resource(sdk.id))}>
                  {sdk.name} {sdk.version}
                </Link>
              </li>
              <li>
                <span>第一个程序</span>
                <Link to={to(program.linkurl)}>{program.name}</Link>
              </li>
            </ol>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to other sites, and to the internships. */
function Elsewhere({
  pages: { external, internship },
}: {
  pages: {
    external: CallResponse<"devExternalPages">["result"];
    internship: CallResponse<"devInternshipUrl">["result"];
  };
}) {
  if (external.length === 0 && !internship) return null;
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="elsewhere">
      <h2 id="elsewhere">站外资源</h2>
      <ul className={styles.external}>
        {external.map(({ id, name, summary, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noopener">
              {name} <Icon name="external-link" />
            </a>
            {summary ? <p>{summary}</p> : null}
          </li>
        ))}
        {internship ? (
          <li>
            <a href={internship} target="_blank" rel="noopener">
              实习机会 <Icon name="external-link" />
            </a>
            <p>面向在校学生的实习岗位。</p>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
