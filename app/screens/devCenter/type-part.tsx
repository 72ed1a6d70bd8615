import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { productKinds } from "contract/products/constants";
import { Fragment } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./dev-center.module.css";
import { typeNames } from "./types";

type Part = CallResponse<"devResourcesByType">["types"][number];

/** One part of the development centre: its levels and newest resources. */
export function TypePart({ part, prodId }: { part: Part; prodId: number | undefined }) {
  const { to } = useShell();
  const { name, text, icon } = typeNames[part.type];
  const of = prodId === undefined ? {} : { prodId };
  return (
    <section className={`surface ${styles.box}`} id={part.type} aria-labelledby={`${part.type}-title`}>
      <h2 id={`${part.type}-title`}>
        <Icon name={icon} /> {name}
        <small>{text}</small>
      </h2>
      <ul className={styles.rows}>
        {part.resources.map((resource) => (
          <li key={resource.pk_rm_resource}>
            <Link to={to(paths.resource(resource.pk_rm_resource))}>{resource.title}</Link>
            <span>
              {resource.version} · <time dateTime={resource.date}>{resource.date}</time>
            </span>
          </li>
        ))}
        {part.products.map((product) => (
          <li key={product.id}>
            <Link to={to(paths.product(product.id))}>{product.name}</Link>
            <span>
              {productKinds.find(({ code }) => code === product.kind)?.name} · {product.resources} 个资源
            </span>
          </li>
        ))}
      </ul>
      {part.levels.length > 0 ? (
        <p className={styles.more}>
          {part.levels.map((level) => (
            <Fragment key={level.id}>
              <Link to={to(paths.resources({ id: level.id, ...of }))}>
                {level.name}
                <Icon name="chevron-right" />
              </Link>{" "}
            </Fragment>
          ))}
        </p>
      ) : null}
    </section>
  );
}
