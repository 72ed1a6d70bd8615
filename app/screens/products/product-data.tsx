import { Link } from "@remix-run/react";
import type { ProductInfo } from "contract/products/calls";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./details.module.css";
import { DataTable } from "./page/data-table";

export function Parameters({ parameters }: Pick<ProductInfo, "parameters">) {
  return (
    <dl className={styles.parameters}>
      {parameters.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Orderable parts, where to buy them, and the way into one's own list. @param product null when it is delisted */
export function Parts({ parts, product }: Pick<ProductInfo, "parts"> & { product: number | null }) {
  const { to } = useShell();
  const head = [
    "订货型号",
    "封装",
    "工作温度",
    "包装",
    "起订量",
    "购买",
    ...(product === null ? [] : ["清单"]),
  ];
  return (
    <DataTable label="可订购型号" head={head} stacks>
      {parts.map(({ number, temperature, packing, moq, sample, buy, package: box }) => (
        <tr key={number}>
          <th scope="row">
            <code>{number}</code>
          </th>
          <td data-label="封装">{box}</td>
          <td data-label={temperature && "工作温度"}>{temperature || "–"}</td>
          <td data-label={packing && "包装"}>{packing || "–"}</td>
          <td data-label={moq === null ? "" : "起订量"}>{moq === null ? "–" : `${moq} 个`}</td>
          <td data-label={buy.length > 0 || sample ? "购买" : ""}>
            {buy.length === 0 && !sample ? "–" : <Shops buy={buy} sample={sample} />}
          </td>
          {product === null ? null : (
            <td data-label="清单">
              <Link to={to(paths.addToList("product", product, number))} prefetch="none">
                加入清单<span className="visually-hidden">：{number}</span>
              </Link>
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  );
}

/** Where a part is sold, and where samples of it are asked for. */
function Shops({ buy, sample }: Pick<ProductInfo["parts"][number], "buy" | "sample">) {
  const shops = [...buy, ...(sample ? [{ name: "申请样片", url: sample }] : [])];
  return (
    <span>
      {shops.map(({ name, url }) => (
        <Fragment key={`${name} ${url}`}>
          <a className={styles.buy} href={url} rel="noopener nofollow" target="_blank">
            {name}
            <Icon name="external-link" label="（新窗口）" />
          </a>{" "}
        </Fragment>
      ))}
    </span>
  );
}
