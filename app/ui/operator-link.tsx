import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useShell } from "~/navigation/use-shell";

/** A link written by the operator: one within the site stays in the shell. */
export function OperatorLink({
  href,
  className,
  advertised,
  children,
}: {
  href: string;
  className?: string | undefined;
  /** The name of an advertisement: its views and clicks are counted (spec 7.3). */
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
