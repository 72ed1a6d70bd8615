import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { paths } from "~/navigation/paths";
import { screenAt } from "~/navigation/screen-at";
import { useRoot, useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { AvatarMenu } from "./avatar-menu";
import { Bell } from "./bell";
import styles from "./desktop-header.module.css";
import { DocumentMarkup } from "./document-markup";
import { HeaderSearch } from "./search-field";
import { isCurrent, type MenuItem, moduleLogo, topMenu } from "./top-menu";

/** The desktop menu (spec 2.4). */
export function DesktopHeader({ menu = topMenu }: { menu?: MenuItem[] | undefined }) {
  const root = useRoot();
  const { here } = useShell();
  const { pathname } = useLocation();
  const me = root?.me;
  const name = (
    <>
      <Icon name={moduleLogo(pathname)} />
      <span>{root?.siteName}</span>
    </>
  );
  // The logo links to the company's site if one is configured (spec 2.4).
  const logo = root?.logoUrl ? (
    <a className={styles.logo} href={root.logoUrl} rel="noopener">
      {name}
    </a>
  ) : (
    <Link className={styles.logo} to={paths.home()}>
      {name}
    </Link>
  );
  if (screenAt(pathname)?.header === "name")
    return (
      <header className={`${styles.header} no-print`}>
        <div className={styles.bar}>{logo}</div>
      </header>
    );
  return (
    <header className={`${styles.header} no-print`}>
      <div className={styles.bar}>
        {logo}
        <nav aria-label="主菜单" className={styles.menu}>
          {menu.map((item) => [
            <Link
              key={item.path}
              to={item.path}
              prefetch="none"
              aria-current={isCurrent(pathname, item.path) ? "page" : undefined}
            >
              {item.name}
            </Link>,
            " ",
          ])}
          <MegaPanel name="产品" to={paths.products()} part="products" />
          <MegaPanel name="资源" to={paths.resources()} part="resources" />
        </nav>
        <div className={styles.tools}>
          {me ? (
            <Link to={paths.suggestion()} className={`${styles.tool} ${styles.suggestion}`}>
              意见建议
            </Link>
          ) : null}
          <HeaderSearch className={styles.tool} />
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

/**
 * A menu entry with its panel. A pointer opens the panel by CSS alone; the keyboard opens it with the button after
 * the link. Escape closes it until the pointer or focus returns; leaving the entry closes it too.
 */
function MegaPanel({ name, to, part }: { name: string; to: string; part: "products" | "resources" }) {
  const entry = useRef<HTMLDivElement>(null);
  const [panelState, setPanelState] = useState<"open" | "away" | undefined>();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location key is the navigation
  useEffect(() => setPanelState(undefined), [key]);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !entry.current?.matches(":hover, :focus-within")) return;
      if (entry.current.matches(":focus-within")) entry.current.querySelector("button")?.focus();
      setPanelState("away");
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are used; the handlers close the panel
    <div
      ref={entry}
      className={styles.entry}
      data-panel={panelState}
      onMouseEnter={() => setPanelState((before) => (before === "away" ? undefined : before))}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setPanelState(undefined);
      }}
    >
      <Link to={to} prefetch="none">
        {name}
      </Link>
      <button
        type="button"
        className="needs-script"
        aria-label={`${name}菜单`}
        aria-expanded={panelState === "open"}
        onClick={() => setPanelState(panelState === "open" ? "away" : "open")}
      >
        <Icon name="chevron-down" />
      </button>
      <DocumentMarkup part={part} className={styles.panel} />
    </div>
  );
}
