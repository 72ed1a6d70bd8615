import { Link } from "@remix-run/react";
import type { Picture as PictureData } from "contract/base/shapes";
import type { ProductInfo } from "contract/products/calls";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import details from "../details.module.css";
import { RowsTable } from "./data-table";
import styles from "./page.module.css";

/** A drawing that leads to its file, where it can be enlarged. */
export function Drawing({ picture }: { picture: PictureData }) {
  return (
    <a className={details.pinout} href={picture.url}>
      <Picture picture={picture} sizes="(max-width: 767px) calc(100vw - 64px), 640px" />
    </a>
  );
}

/** The packages with their dimensions and drawings. */
export function Packages({ packages, drawings }: Pick<ProductInfo, "packages" | "drawings">) {
  return (
    <>
      {drawings.length > 0 ? (
        <ul className={styles.drawings}>
          {drawings.map((picture) => (
            <li key={picture.url}>
              <Drawing picture={picture} />
              <small>{picture.alt}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {packages.length > 0 ? (
        <RowsTable
          label="封装尺寸"
          head={["封装", "尺寸", "引脚数", "备注"]}
          rows={packages.map(({ package: box, size, pins, note }) => [box, size, pins, note])}
        />
      ) : null}
    </>
  );
}

export function Ratings({ ratings }: Pick<ProductInfo, "ratings">) {
  return (
    <RowsTable
      label="热与可靠性"
      head={["项目", "数值", "条件"]}
      rows={ratings.map(({ name, value, condition }) => [name, value, condition])}
    />
  );
}

/** The versions of a product, and which known issues each still has; a number that has a notice leads to it. */
export function Revisions({ revisions, notices }: Pick<ProductInfo, "revisions" | "notices">) {
  const { to } = useShell();
  const known = new Set(notices.map(({ number }) => number));
  const issue = (number: string) => (
    <Fragment key={number}>
      {known.has(number) ? <Link to={to(paths.notice(number))}>{number}</Link> : number}{" "}
    </Fragment>
  );
  return (
    <RowsTable
      label="版本与已知问题"
      head={["版本", "日期", "问题", "变化"]}
      rows={revisions.map(({ revision, date, errata, note }) => [
        revision,
        date,
        errata.length === 0 ? "" : <span key={revision}>{errata.map(issue)}</span>,
        note,
      ])}
    />
  );
}
