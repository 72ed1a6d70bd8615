import { Link } from "@remix-run/react";
import type { ProductInfo } from "contract/products/calls";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "../details.module.css";
import parts from "../parts/products.module.css";
import { DataTable, RowsTable } from "./data-table";
import { Drawing } from "./hardware";
import { PinDrawing } from "./pin-drawing";
import { type Pin, pinPlaces } from "./pin-places";

/** The number of pins that are visible before the rest is unfolded. */
const pinsMax = 64;

const pinRow = (pin: string) => `pin-${pin}`;

/**
 * The pins as a table for search and screen readers, and drawn from it where it has all pins of a package; otherwise as
 * the picture that the product has.
 */
export function Pinout({ info }: { info: ProductInfo }) {
  const { pinout: picture, pins } = info;
  const sides = pinPlaces(info);
  const drawn = new Set(sides?.flat());
  const row = (one: Pin) => (
    <tr key={`${one.pin} ${one.name}`} id={drawn.has(one) ? pinRow(one.pin) : undefined}>
      <th scope="row">{one.pin}</th>
      <td>
        <code>{one.name}</code>
      </td>
      <td className={styles.whole}>{one.type || "–"}</td>
      <td>{one.function || "–"}</td>
    </tr>
  );
  const head = ["引脚", "名称", "类型", "功能"];
  return (
    <>
      {sides ? <PinDrawing sides={sides} rowId={pinRow} /> : picture ? <Drawing picture={picture} /> : null}
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
    <ul className={parts.rows}>
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
