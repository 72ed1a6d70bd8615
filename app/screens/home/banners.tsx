import type { HomeBanner } from "contract/home/calls";
import { OperatorLink } from "~/ui/operator-link";
import { Picture } from "~/ui/picture";
import styles from "./home.module.css";

/** The first banner is the main one; the others are beside it, or on phones reached by a swipe. */
export function HomeBanners({ banners }: { banners: HomeBanner[] }) {
  if (banners.length === 0) return null;
  return (
    <section className={styles.banners} aria-label="横幅">
      {banners.map(({ id, title, summary, image, linkurl }, index) => (
        <OperatorLink key={id} href={linkurl} className={styles.banner} advertised={`banner-${id}`}>
          <Picture picture={image} sizes="(max-width: 767px) 90vw, 800px" first={index === 0} alt="" />
          <span>
            <b>{title}</b>
            {summary ? <small>{summary}</small> : null}
          </span>
        </OperatorLink>
      ))}
    </section>
  );
}
