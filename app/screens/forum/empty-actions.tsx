import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** What to do on an empty list: look elsewhere, or write. */
export function EmptyActions({
  elsewhere,
  fid,
}: {
  elsewhere: { path: string; name: string } | null;
  fid?: number;
}) {
  const { to } = useShell();
  return (
    <>
      {elsewhere ? (
        <Link className="button" to={to(elsewhere.path)}>
          {elsewhere.name}
        </Link>
      ) : null}
      <Link className="button" data-primary to={to(paths.newTopic(fid))} prefetch="none">
        发帖
      </Link>
    </>
  );
}
