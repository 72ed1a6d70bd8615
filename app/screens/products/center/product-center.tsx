import { Form, Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { searchTextMax } from "contract/search/constants";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Picture } from "~/ui/picture";
import parts from "../parts/products.module.css";
import { Notices } from "../parts/rows";
import { NewProducts } from "./new-products";
import styles from "./product-center.module.css";

interface ProductCenterProps extends CallResponse<"productCenter"> {
  tree: CallResponse<"productClass">["children"];
  total: number;
}

/**
 * The product centre's first page: a part number to type, the classes of the first two levels, and what is new.
 * `classes` are the pictures of the classes in `tree`; `total` counts all products.
 */
export function ProductCenter({ tree, classes, products, notices, total }: ProductCenterProps) {
  return (
    <div className={styles.center}>
      <header className={styles.head}>
        <div>
          <h1>产品中心</h1>
          <p>
            {total > 0
              ? `${shortCount(total)} 个产品，按分类进入后可以用参数筛选、对比和下载。`
              : "产品资料正在整理。"}
          </p>
        </div>
        {total > 0 ? <PartSearch /> : null}
      </header>
      {tree.length === 0 ? <NoProducts /> : <Classes tree={tree} pictures={classes} />}
      {products.length + notices.length > 0 ? (
        <div className={styles.news}>
          {products.length > 0 ? <NewProducts products={products} /> : null}
          {notices.length > 0 ? (
            <section aria-labelledby="new-notices">
              <h2 id="new-notices">勘误与变更通知</h2>
              <div className={`surface ${styles.notices}`}>
                <Notices notices={notices} />
              </div>
            </section>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Leads to the search, which shows the part with that number first. */
function PartSearch() {
  const { to, here } = useShell();
  return (
    <Form action={to(paths.search())} role="search" aria-label="按型号找" className={styles.search}>
      <input type="hidden" name="back" value={here} />
      <input
        type="search"
        name="q"
        className="plain-input"
        required
        maxLength={searchTextMax}
        placeholder="型号、订货号，或要替代的型号"
        aria-label="型号、订货号，或要替代的型号"
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
      />
      <button type="submit" className="button" data-primary>
        找型号
      </button>
    </Form>
  );
}

function NoProducts() {
  const { to } = useShell();
  return (
    <EmptyState title="还没有产品" text="运营人员上架后会出现在这里，先去论坛看看吧。">
      <Link className="button" data-primary to={to(paths.forum())}>
        去技术论坛
      </Link>
    </EmptyState>
  );
}

interface ClassesProps {
  tree: ProductCenterProps["tree"];
  pictures: ProductCenterProps["classes"];
}

function Classes({ tree, pictures }: ClassesProps) {
  const { to } = useShell();
  const pictureOf = new Map(pictures.map(({ id, picture }) => [id, picture]));
  return (
    <ul className={styles.classes} aria-label="产品分类">
      {tree.map(({ id, name, summary, products, children }, at) => {
        const picture = pictureOf.get(id);
        return (
          <li key={id} className="surface">
            <div className={styles.class}>
              <div>
                <h2>
                  <Link to={to(paths.products(id))}>{name}</Link> <small>{products} 个</small>
                </h2>
                {summary ? <p>{summary}</p> : null}
              </div>
              {picture ? (
                <span className={`thumbnail ${styles.picture}`}>
                  <Picture picture={picture} sizes="72px" alt="" first={at === 0} />
                </span>
              ) : null}
            </div>
            {children.length > 0 ? (
              <ul className={parts.children}>
                {children.map((child) => (
                  <li key={child.id}>
                    <Link to={to(paths.products(child.id))}>
                      {child.name} <small>{child.products}</small>
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
