import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useShell } from "~/navigation/use-shell";

/** A link that the operator wrote: ours stays in the shell, another site's leads away. */
export function OperatorLink({
  href,
  className,
  advertised,
  children,
}: {
  href: string;
  className?: string | undefined;
  /** The operator advertises by it, under this name: whether it was seen and followed is counted (spec 7.3). */
  advertised?: string;
  children: ReactNode;
}) {
  const { to } = useShell();
  const counted = advertised ? { "data-ad": advertised, "data-exposure": advertised } : {};
  return href.startsWith("/") ? (
    <Link to={to(href)} className={className} {...counted}>
      {children}
    </Link>
  ) : (
    <a href={href} className={className} rel="noopener" {...counted}>
      {children}
    </a>
  );
}
