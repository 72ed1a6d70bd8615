import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useShell } from "~/navigation/use-shell";

/** A link that the operator wrote: ours stays in the shell, another site's leads away. */
export function OperatorLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { to } = useShell();
  return href.startsWith("/") ? (
    <Link to={to(href)} className={className}>
      {children}
    </Link>
  ) : (
    <a href={href} className={className} rel="noopener">
      {children}
    </a>
  );
}
