import { Link } from "@remix-run/react";
import type { Banner } from "contract/announcements/banner";
import { FormToken } from "~/forms/field-parts";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "../notices.module.css";

/** An announcement across the top of the page, until its end or until the reader closes it. */
export function AnnouncementBanner({ banner: { id, title, link } }: { banner: Banner }) {
  const { to, here } = useShell();
  // Colours stand here, so that pages without a banner carry no rule for them. The names of kinds would come into every
  // page's script.
  return (
    <form
      method="post"
      action="/banner/close"
      className={`${styles.standing} no-print`}
      style={{ background: "var(--primary-soft)", color: "var(--primary-strong)" }}
      aria-label="公告"
    >
      <FormToken />
      <input type="hidden" name="back" value={here} />
      <Icon name="bell" />
      <span>
        {title}
        {link ? (
          <>
            {" "}
            <Link to={to(link)} prefetch="none">
              查看<span className="visually-hidden">{title}</span>
            </Link>
          </>
        ) : null}
      </span>
      <button
        type="submit"
        className="button"
        name="banner"
        value={id}
        aria-label={`关闭横幅：${title}`}
        style={{ flex: "none", whiteSpace: "nowrap" }}
      >
        关闭
      </button>
    </form>
  );
}
