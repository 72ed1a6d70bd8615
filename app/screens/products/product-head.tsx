import { Link } from "@remix-run/react";
import type { ProductInfo, ProductResource } from "contract/products/calls";
import { replacementKinds } from "contract/products/constants";
import { shownBytes } from "~/format/bytes";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { PostLink } from "~/lists/post-link";
import { CollectButton } from "~/lists/works/collect-button";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { kindName, StateLabel } from "./parts/state-label";
import styles from "./product-head.module.css";

interface ProductHeadProps {
  info: ProductInfo;
  datasheet: ProductResource | null;
  followed: boolean;
  collected: boolean;
}

/** The address of the form for a question about a product, with its section, title and tag. */
export const askPath = ({ name, tag, section }: Pick<ProductInfo, "name" | "tag" | "section">) =>
  paths.newTopic(section?.fid, { title: `关于 ${name}：`, tags: tag?.name ?? "" });

/** The number of key figures beside the name: the first parameters of its class. */
const figuresMax = 6;

/** A product's name, key figures, pictures, lifecycle state and main actions. */
export function ProductHead({ info, datasheet, followed, collected }: ProductHeadProps) {
  const { to, name: shell } = useShell();
  const gallery = <Gallery pictures={info.gallery} />;
  const { id, name, summary, kind, state, notices, parameters } = info;
  return (
    <header className={`surface ${styles.head}`}>
      {shell === "h5" ? null : gallery}
      <div className={styles.words}>
        <h1>
          {name}
          <StateLabel state={state} delisted={info.delisted} />
        </h1>
        <p className={styles.summary}>{summary}</p>
        <StateNote info={info} />
        <p className="facts">
          <span>{kindName(kind)}</span>
          <span>
            {state === "preview" ? "预计上市" : "上市"} {info.since}
          </span>
          <span>{shortCount(info.followers)} 人关注</span>
          {notices.length > 0 ? <a href="#notices">{notices.length} 份勘误与通知</a> : null}
        </p>
        {parameters.length > 0 ? (
          <dl className={styles.figures}>
            {parameters.slice(0, figuresMax).map(({ name: title, value }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {info.preview ? null : (
          <div className={styles.actions}>
            {datasheet ? (
              datasheet.url ? (
                <a className="button" data-primary href={datasheet.url}>
                  <Icon name="file-text" />
                  数据手册
                  <small>
                    {datasheet.version} · {shownBytes(datasheet.bytes)}
                  </small>
                </a>
              ) : (
                <Link className="button" data-primary to={to(paths.resource(datasheet.pk_rm_resource))}>
                  <Icon name="file-text" />
                  数据手册
                </Link>
              )
            ) : null}
            <PostLink className="button" path={askPath(info)}>
              <Icon name="message-circle" />
              问这个产品
            </PostLink>{" "}
            <Link className="button" to={to(paths.suggestion(id))} prefetch="none">
              问 FAE
            </Link>
            {info.delisted ? null : (
              <FollowButton kind="product" target={id} followed={followed} name={name} />
            )}
            <CollectButton kind="product" target={id} collected={collected} name={name} />
            {info.delisted ? null : (
              <Link className="button" to={to(paths.addToList("product", id))} prefetch="none">
                加入清单
              </Link>
            )}
            <a className={styles.feed} href={paths.productFeed(id)}>
              <Icon name="bell" />
              订阅更新
            </a>
          </div>
        )}
      </div>
      {/* On a phone the name and its figures come first. */}
      {shell === "h5" ? gallery : null}
    </header>
  );
}

const lifecycle: Record<ProductInfo["state"], string> = {
  preview: "还没有量产，参数可能变化。",
  production: "",
  nrnd: "仍在供货，新设计请选用替代产品。",
  lastBuy: "即将停产，请在最后订货日前下单。",
  discontinued: "已经停产，不再接受订单。",
};

/** What the lifecycle state means for people who want to use the product, with its replacements. */
function StateNote({ info: { state, lastOrder, delisted, replacements } }: { info: ProductInfo }) {
  const { to } = useShell();
  const text = delisted ? "这个产品已下架，这里保留它的资料。" : lifecycle[state];
  if (text === "") return null;
  return (
    <div className={styles.lifecycle} role="note" data-state={delisted ? "discontinued" : state}>
      <Icon name={state === "preview" ? "info-circle" : "alert-circle"} />
      <p>
        {text}
        {lastOrder && state !== "preview" ? <b> 最后订货日 {lastOrder}。</b> : null}
        {replacements.length > 0 ? (
          <>
            {" "}
            替代产品：
            {replacements.slice(0, 3).map(({ id, name, how }, at) => (
              <span key={id}>
                {at > 0 ? "、" : ""}
                <Link to={to(paths.product(id))}>{name}</Link>（
                {replacementKinds.find(({ code }) => code === how)?.name}）
              </span>
            ))}
          </>
        ) : null}
      </p>
    </div>
  );
}

/** The pictures in a row that can be swiped; each links to its file. */
function Gallery({ pictures }: { pictures: ProductInfo["gallery"] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className={styles.gallery} aria-label="产品图片">
      {pictures.map((picture, at) => (
        <li key={picture.url}>
          <a href={picture.url}>
            <Picture
              picture={picture}
              sizes="(max-width: 767px) calc(100vw - 32px), 360px"
              first={at === 0}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
