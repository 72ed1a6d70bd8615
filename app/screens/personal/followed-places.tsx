import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { SectionBrief } from "contract/forum/shapes";
import type { TagRow } from "contract/forum/tags/calls";
import { productKinds } from "contract/products/constants";
import type { ReactNode } from "react";
import { MissingPart } from "~/failure/missing-part";
import { productStanding } from "~/format/standing";
import { shortCount } from "~/format/text";
import { FollowButton } from "~/lists/follow-button";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "./personal.module.css";

/**
 * A part of a screen with its own heading. It shows `none` when the count is zero, and an error text when the count is
 * unknown.
 */
export function Part({
  title,
  count,
  none,
  children,
}: {
  title: string;
  count: number | undefined;
  none: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <h2>
        {title}
        <small>{count}</small>
      </h2>
      {count === undefined ? (
        <MissingPart name={title} />
      ) : count === 0 ? (
        <div className={styles.none}>{none}</div>
      ) : (
        <ul className={styles.follows}>{children}</ul>
      )}
    </section>
  );
}

/** Sections as rows; `followed` is undefined where the list has no follow buttons. */
export function SectionItems({ sections, followed }: { sections: SectionBrief[]; followed?: boolean }) {
  const { to } = useShell();
  return sections.map((section) => (
    <li key={section.fid}>
      <Icon name={section.icon as IconName} />
      <div>
        <Link to={to(paths.section(section.fid))}>{section.name}</Link>
        <p>{shortCount(section.topics)} 个帖子</p>
      </div>
      {followed === undefined ? null : (
        <FollowButton kind="section" target={section.fid} followed={followed} name={section.name} />
      )}
    </li>
  ));
}

/** Tags as rows. */
export function TagItems({ tags }: { tags: TagRow[] }) {
  const { to } = useShell();
  return tags.map((tag) => (
    <li key={tag.id}>
      <Icon name="hash" />
      <div>
        <Link to={to(paths.tag(tag.id))}>{tag.name}</Link>
        <p>{shortCount(tag.topics)} 个帖子</p>
      </div>
      <FollowButton kind="tag" target={tag.id} followed={tag.followed} name={tag.name} />
    </li>
  ));
}

/** Products as rows, with their lifecycle states. */
export function ProductItems({ products }: Pick<CallResponse<"followedProducts">, "products">) {
  const { to } = useShell();
  return products.map(({ id, name, kind, state, delisted }) => (
    <li key={id}>
      <Icon name="cpu" />
      <div>
        <Link to={to(paths.product(id))}>{name}</Link>
        <p>
          {productKinds.find(({ code }) => code === kind)?.name} · {productStanding({ state, delisted })}
        </p>
      </div>
      <FollowButton kind="product" target={id} followed name={name} />
    </li>
  ));
}
