import { Link } from "@remix-run/react";
import { PostLink } from "~/lists/post-link";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** The links of an empty list: to another list, and to the editor. */
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
      <PostLink className="button" primary path={paths.newTopic(fid)}>
        发帖
      </PostLink>
    </>
  );
}
