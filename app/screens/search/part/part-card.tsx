import { Link } from "@remix-run/react";
import { replacementKinds } from "contract/products/constants";
import type { PartCard as Part } from "contract/search/parts";
import { productStanding } from "~/format/standing";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./part-card.module.css";

const closeness = (code: string) => replacementKinds.find((kind) => kind.code === code)?.name;

/** Why a text that is not the product's name leads to it. */
function Reason({ part: { match, number, reference, product, corrected } }: { part: Part }) {
  const numberText = <span className={styles.number}>{number}</span>;
  const closest =
    match === "longer" ? (
      <>没有完全相同的型号，去掉后缀是 {numberText}。</>
    ) : corrected ? (
      <>你要找的可能是 {numberText}。</>
    ) : null;
  if (reference)
    return (
      <p className={styles.reason}>
        {closest}{" "}
        <strong className={`label ${styles.closeness}`}>替代料 · {closeness(reference.kind)}</strong>{" "}
        可以用它替代{reference.maker ? `${reference.maker} ` : " "}
        <span className={styles.number}>{reference.number}</span>
        {reference.note ? `。${reference.note}` : null}
      </p>
    );
  if (closest) return <p className={styles.reason}>{closest}</p>;
  if (number === product.name) return null;
  return (
    <p className={styles.reason}>
      {match === "beginning" ? "型号以此开头：" : "订货型号："}
      {numberText}
    </p>
  );
}

/** The product that a searched part number leads to, above all results: its figures, datasheet and orders. */
export function PartCard({ part }: { part: Part }) {
  const { to, name: shell } = useShell();
  const { product, figures, orders, datasheet, others } = part;
  const shops = orders.flatMap(({ number, buy }) => buy.slice(0, 1).map((shop) => ({ number, ...shop })));
  return (
    <section className={styles.card} aria-label="型号对应的产品">
      {part.image && shell === "desktop" ? (
        <img className={`thumbnail ${styles.picture}`} src={part.image} alt="" width={96} height={96} />
      ) : null}
      <div className={styles.words}>
        <h2>
          <Link to={to(paths.product(product.id))}>{product.name}</Link>
          <span className={`label ${styles.state}`} data-state={product.state}>
            {productStanding(product)}
          </span>
        </h2>
        <Reason part={part} />
        <p className={styles.summary}>{part.summary}</p>
        {figures.length > 0 ? (
          <dl className={styles.figures}>
            {figures.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className={styles.actions}>
          <Link className="button" data-primary to={to(paths.product(product.id))}>
            看产品
          </Link>{" "}
          {datasheet ? (
            datasheet.url ? (
              <a className="button" href={datasheet.url}>
                <Icon name="file-text" />
                数据手册 <small>{datasheet.version}</small>
              </a>
            ) : (
              <Link className="button" to={to(paths.resource(datasheet.id))}>
                <Icon name="file-text" />
                数据手册 <small>{datasheet.version}</small>
              </Link>
            )
          ) : null}{" "}
          {part.class ? <Link to={to(paths.products(part.class.id))}>同类产品</Link> : null}
        </p>
        {shops.length > 0 ? (
          <ul className={styles.orders} aria-label="订购">
            {shops.map(({ number, name, url }) => (
              <li key={number}>
                <span className={styles.number}>{number}</span>{" "}
                <a
                  href={url}
                  rel="noopener nofollow"
                  target="_blank"
                  aria-label={`在${name}订购 ${number}（新窗口）`}
                >
                  {name}
                  <Icon name="external-link" />
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {others.length > 0 ? (
          <p className={styles.others}>
            也可以考虑：
            {others.map(({ id, name, how }, at) => (
              <span key={id}>
                {at > 0 ? "、" : null}
                <Link to={to(paths.product(id))}>{name}</Link>（{closeness(how)}）
              </span>
            ))}
            {" · "}
            <Link to={to(paths.compare([product.id, ...others.map(({ id }) => id)].slice(0, 4)))}>对比</Link>
          </p>
        ) : null}
      </div>
    </section>
  );
}
