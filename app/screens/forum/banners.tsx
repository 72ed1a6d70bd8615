import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { useShell } from "~/navigation/use-shell";
import styles from "./banners.module.css";

/**
 * The forum's banners: a row that scrolls by itself and stops at each, with the title beside a picture that has
 * no words. The keyboard reaches them by their links.
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
              // The largest thing on the first screen. React 18 knows no `fetchPriority`.
              {...(index === 0 ? { fetchpriority: "high" } : { loading: "lazy" as const })}
              decoding="async"
            />
            <span>{banner.title}</span>
          </>
        );
        // An operator's link may lead elsewhere.
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
