import { Link } from "@remix-run/react";
import { productKinds } from "contract/products/constants";
import type { ReactNode } from "react";
import { ActivityCards } from "~/activities/activity-cards";
import { productStanding } from "~/format/standing";
import { shortCount } from "~/format/text";
import { TagChips } from "~/lists/list-page";
import { NewsRow } from "~/lists/news-row";
import { ResourceRow } from "~/lists/works/resource-row";
import { VideoCards } from "~/lists/works/video-card";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { OperatorLink } from "~/ui/operator-link";
import { Picture } from "~/ui/picture";
import styles from "./home.module.css";
import type { BlockContent, ShownBlock } from "./home.server";

type Of<Kind extends BlockContent["kind"]> = Extract<BlockContent, { kind: Kind }>;

/** How much of the page's width a block takes. */
const sizes: Record<BlockContent["kind"], "wide" | "half" | "third"> = {
  sections: "wide",
  products: "wide",
  links: "wide",
  events: "wide",
  videos: "wide",
  resources: "half",
  news: "half",
  tags: "third",
  people: "third",
  heroes: "third",
};

/** A block of the home page; `children` are beside its title. */
export function Block({ block, children }: { block: ShownBlock; children?: ReactNode }) {
  const { title, summary, linkurl, content } = block;
  return (
    <section className={`surface ${styles.block}`} data-size={sizes[content.kind]} data-kind={content.kind}>
      <header>
        <h2>{title}</h2>
        {children}
        {summary ? <p>{summary}</p> : null}
        {linkurl ? (
          <OperatorLink href={linkurl} className={styles.more}>
            更多
            <Icon name="chevron-right" />
          </OperatorLink>
        ) : null}
      </header>
      <Content content={content} />
    </section>
  );
}

function Content({ content }: { content: BlockContent }) {
  switch (content.kind) {
    case "sections":
      return <Sections {...content} />;
    case "products":
      return <Products {...content} />;
    case "videos":
      return (
        <div className={styles.padded}>
          <VideoCards videos={content.videos} />
        </div>
      );
    case "resources":
      return (
        <ul className={styles.padded}>
          {content.resources.map((resource) => (
            <ResourceRow key={resource.pk_rm_resource} resource={resource} />
          ))}
        </ul>
      );
    case "events":
      return (
        <div className={styles.padded}>
          <ActivityCards activities={content.events} />
        </div>
      );
    case "news":
      return (
        <ul className={styles.padded}>
          {content.news.map((row) => (
            <NewsRow key={row.id} news={row} />
          ))}
        </ul>
      );
    case "tags":
      return (
        <TagChips
          tags={content.tags.map(({ id, name, topics }) => ({ id, name, count: topics }))}
          unit="个帖子"
        />
      );
    case "people":
      return <People {...content} />;
    case "heroes":
      return <Heroes {...content} />;
    case "links":
      return <Links {...content} />;
  }
}

function Sections({ sections }: Of<"sections">) {
  const { to } = useShell();
  return (
    <ul className={styles.cards}>
      {sections.map((section) => (
        <li key={section.fid}>
          <Link to={to(paths.section(section.fid))} className={styles.section}>
            <Icon name={section.icon as IconName} />
            <span>
              <b>{section.name}</b>
              <small className={styles.line}>{section.summary}</small>
            </span>
            <small className={styles.count}>{shortCount(section.topics)} 帖</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const nameOf = (choices: readonly { code: string; name: string }[], code: string) =>
  choices.find((choice) => choice.code === code)?.name;

function Products({ products }: Of<"products">) {
  const { to } = useShell();
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.id}>
          <Link to={to(paths.product(product.id))} className={styles.product}>
            <span className={styles.photo}>
              {product.picture ? (
                <Picture picture={product.picture} sizes="(max-width: 767px) 45vw, 280px" alt="" />
              ) : (
                <Icon name="cpu" />
              )}
            </span>
            <span className={styles.facts}>
              <span className="label">{nameOf(productKinds, product.kind)}</span>
              {product.state === "production" ? null : (
                <span className="label" data-kind="digest">
                  {productStanding(product)}
                </span>
              )}
            </span>
            <b>{product.name}</b>
            <small>{product.summary}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function People({ people }: Of<"people">) {
  const { to } = useShell();
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.uid}>
          <Avatar icon={person.icon} size={36} />
          <div>
            <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
            <small>
              采纳 {shortCount(person.answersAccepted)} · 获赞 {shortCount(person.likesReceived)}
            </small>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Heroes({ heroes }: Of<"heroes">) {
  const { to } = useShell();
  return (
    <ol className={styles.people}>
      {heroes.map((person, index) => (
        <li key={person.uid}>
          <span className={styles.place}>{index + 1}</span>
          <Avatar icon={person.icon} size={24} />
          <div>
            <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
          </div>
          <small className={styles.count}>{shortCount(person.posts)} 条</small>
        </li>
      ))}
    </ol>
  );
}

function Links({ links }: Of<"links">) {
  return (
    <ul className={styles.cards}>
      {links.map(({ title, summary, image, linkurl }) => (
        <li key={title}>
          <OperatorLink href={linkurl} className={styles.product}>
            {image ? (
              <span className={styles.photo}>
                <Picture picture={image} sizes="(max-width: 767px) 45vw, 280px" alt="" />
              </span>
            ) : null}
            <b>{title}</b>
            {summary ? <small>{summary}</small> : null}
          </OperatorLink>
        </li>
      ))}
    </ul>
  );
}
