import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** The link beside a masked phone or email: it shows the full contact after a verification. */
export function ShowContact({ value, name }: { value: string; name: string }) {
  const { to } = useShell();
  if (!value.includes("***")) return null;
  return (
    <Link
      className="button"
      to={to(paths.showContacts())}
      preventScrollReset
      aria-label={`显示完整的${name}`}
    >
      显示
    </Link>
  );
}
