import { Link } from "@remix-run/react";
import type { Picture as PictureData } from "contract/base/shapes";
import type { ProductInfo } from "contract/products/calls";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./details.module.css";
import { DataTable, RowsTable } from "./page/data-table";
import { Drawing } from "./page/hardware";

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

/** The number of pins that are visible before the rest is unfolded. */
const pinsMax = 64;

/** The pins as a picture, and as a table for search and screen readers. */
export function Pinout({ picture, pins }: { picture: PictureData | null; pins: ProductInfo["pins"] }) {
  const row = ({ pin, name, type, function: use }: ProductInfo["pins"][number]) => (
    <tr key={`${pin} ${name}`}>
      <th scope="row">{pin}</th>
      <td>
        <code>{name}</code>
      </td>
      <td>{type || "–"}</td>
      <td>{use || "–"}</td>
    </tr>
  );
  const head = ["引脚", "名称", "类型", "功能"];
  return (
    <>
      {picture ? <Drawing picture={picture} /> : null}
      {pins.length > 0 ? (
        <DataTable label="引脚表" head={head}>
          {pins.slice(0, pinsMax).map(row)}
        </DataTable>
      ) : null}
      {pins.length > pinsMax ? (
        <details>
          <summary>其余 {pins.length - pinsMax} 个引脚</summary>
          <DataTable label="引脚表（续）" head={head}>
            {pins.slice(pinsMax).map(row)}
          </DataTable>
        </details>
      ) : null}
    </>
  );
}

export function Bom({ lines }: { lines: ProductInfo["bom"] }) {
  const { to } = useShell();
  return (
    <RowsTable
      label="物料清单"
      head={["位号", "物料", "数量", "备注"]}
      rows={lines.map(({ designator, part, quantity, note, product }) => [
        designator || "–",
        product ? (
          <Link key={product.id} to={to(paths.product(product.id))}>
            {part}
          </Link>
        ) : (
          part
        ),
        quantity,
        note,
      ])}
    />
  );
}

export function Certifications({ certifications }: Pick<ProductInfo, "certifications">) {
  return (
    <ul className={styles.rows}>
      {certifications.map(({ name, number, url }) => (
        <li key={`${name} ${number}`}>
          <strong>{name}</strong> {number}
          {url ? (
            <a className={styles.buy} href={url}>
              证书
            </a>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
