import { Link } from "@remix-run/react";
import type { Picture as PictureData } from "contract/base/shapes";
import type { ProductInfo } from "contract/products/calls";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Picture } from "~/ui/picture";
import details from "../details.module.css";
import { DataTable } from "./data-table";
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
        <DataTable label="封装尺寸" head={["封装", "尺寸", "引脚数", "备注"]} stacks>
          {packages.map(({ package: box, size, pins, note }) => (
            <tr key={`${box} ${size}`}>
              <th scope="row">{box}</th>
              <td data-label="尺寸">{size}</td>
              <td data-label={pins === null ? "" : "引脚数"}>{pins ?? "–"}</td>
              <td data-label={note && "备注"}>{note || "–"}</td>
            </tr>
          ))}
        </DataTable>
      ) : null}
    </>
  );
}

export function Ratings({ ratings }: Pick<ProductInfo, "ratings">) {
  return (
    <DataTable label="热与可靠性" head={["项目", "数值", "条件或标准"]} stacks>
      {ratings.map(({ name, value, condition }) => (
        <tr key={`${name} ${condition}`}>
          <th scope="row">{name}</th>
          <td data-label="数值">{value}</td>
          <td data-label={condition && "条件"}>{condition || "–"}</td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The versions of a product, and which known issues each still has; a number that has a notice leads to it. */
export function Revisions({ revisions, notices }: Pick<ProductInfo, "revisions" | "notices">) {
  const { to } = useShell();
  const titles = new Map(notices.map(({ number, title }) => [number, title]));
  return (
    <DataTable label="版本与已知问题" head={["版本", "日期", "仍有的问题", "变化"]} stacks>
      {revisions.map(({ revision, date, errata, note }) => (
        <tr key={revision}>
          <th scope="row">{revision}</th>
          <td data-label={date === null ? "" : "日期"}>{date ?? "–"}</td>
          <td data-label="仍有的问题">
            {errata.length === 0 ? (
              "没有已知问题"
            ) : (
              <span>
                {errata.map((number) => (
                  <Fragment key={number}>
                    {titles.has(number) ? (
                      <Link className={details.buy} to={to(paths.notice(number))} title={titles.get(number)}>
                        {number}
                      </Link>
                    ) : (
                      <span className={details.buy}>{number}</span>
                    )}{" "}
                  </Fragment>
                ))}
              </span>
            )}
          </td>
          <td data-label={note && "变化"}>{note || "–"}</td>
        </tr>
      ))}
    </DataTable>
  );
}
