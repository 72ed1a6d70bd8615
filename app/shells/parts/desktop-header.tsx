import { Link, useLocation } from "@remix-run/react";
import type { MenuPanel } from "contract/calls/site";
import { useEffect, useMemo, useRef, useState } from "react";
import { Icon } from "~/components/icon";
import { paths } from "~/paths";
import { unpackLinks } from "../link-tree";
import { isCurrent, topMenu } from "../top-menu";
import { useRoot, useShell } from "../use-shell";
import { AvatarMenu } from "./avatar-menu";
import { Bell } from "./bell";
import { SearchToggle } from "./search-toggle";
import styles from "./desktop-header.module.css";

/** The desktop menu (spec 2.4). Panels open on hover and on focus, by CSS alone. */
export function DesktopHeader({ menu }: { menu: { products: string; resources: string } }) {
  const root = useRoot();
  const { here } = useShell();
  const { pathname } = useLocation();
  const me = root?.me;
  return (
    <header className={`${styles.header} no-print`}>
      <div className={styles.bar}>
        <a className={styles.logo} href={root?.logoUrl} rel="noopener">
          <Icon name="cpu" />
          <span>{root?.siteName}</span>
        </a>
        <nav aria-label="主菜单" className={styles.menu}>
          {topMenu.map((item) => (
            <Link key={item.path} to={item.path} prefetch="none" aria-current={isCurrent(pathname, item.path) ? "page" : undefined}>
              {item.name}
            </Link>
          ))}
          <MegaPanel name="产品" to="/products/index" entries={menu.products} />
          <MegaPanel name="资源" to="/resources/index" entries={menu.resources} />
        </nav>
        <div className={styles.tools}>
          {me ? (
            <Link to={paths.suggestion()} className={styles.tool}>
              意见建议
            </Link>
          ) : null}
          <SearchToggle className={styles.tool} />
          {me ? (
            <>
              <Bell me={me} className={styles.tool} />
              <AvatarMenu me={me} />
            </>
          ) : (
            <a className={styles.login} href={paths.login(here)}>
              登录
            </a>
          )}
        </div>
      </div>
    </header>
  );
}

/** First level on the left, second and third on the right of each row (spec 2.4). Escape puts it away until one comes back. */
function MegaPanel({ name, to, entries: packed }: { name: string; to: string; entries: string }) {
  const entries = useMemo(() => unpackLinks<MenuPanel>(packed), [packed]);
  const entry = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !entry.current?.matches(":hover, :focus-within")) return;
      if (entry.current.matches(":focus-within")) entry.current.querySelector("a")?.focus();
      setAway(true);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, []);
  const comeBack = () => setAway(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is used; this only minds the panel
    <div ref={entry} className={styles.entry} data-away={away || undefined} onMouseEnter={comeBack} onBlur={comeBack}>
      <Link to={to} prefetch="none">
        {name}
      </Link>
      {entries.length > 0 ? (
        <div className={styles.panel}>
          {entries.map((first) => (
            <section key={first.id} className={styles.first}>
              <a className={styles.firstName} href={first.linkurl}>
                {first.name}
              </a>
              <div className={styles.groups}>
                {first.children.map((second) => (
                  <div key={second.id} className={styles.group}>
                    <a href={second.linkurl}>{second.name}</a>
                    {second.children.map((third) => (
                      <a key={third.id} className={styles.third} href={third.linkurl}>
                        {third.name}
                      </a>
                    ))}
                  </div>
                ))}
              </div>
            </section>
          ))}
        </div>
      ) : null}
    </div>
  );
}
