import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { useShell } from "~/navigation/use-shell";
import styles from "./banners.module.css";

/**
 * The forum's banners: a scrolling row that snaps to each banner. The title is beside a picture without text. The
 * keyboard reaches the banners by their links.
 */
export function Banners({ banners }: CallResponse<"forumBanners">) {
  const { to } = useShell();
  if (banners.length === 0) return null;
  return (
    <section className={styles.banners} aria-label="公告横幅">
      {banners.map((banner, index) => {
        const content = (
          <>
            <img
              src={banner.image}
              alt=""
              width={1200}
              height={240}
              // The first banner is the largest element of the first screen. React 18 does not know `fetchPriority`.
              {...(index === 0 ? { fetchpriority: "high" } : { loading: "lazy" as const })}
              decoding="async"
            />
            <span>{banner.title}</span>
          </>
        );
        // An operator's link may lead to another site.
        return banner.linkurl.startsWith("/") ? (
          <Link key={banner.id} to={to(banner.linkurl)} className={styles.banner}>
            {content}
          </Link>
        ) : (
          <a key={banner.id} href={banner.linkurl} className={styles.banner} rel="noopener">
            {content}
          </a>
        );
      })}
    </section>
  );
}
