import { Link } from "@remix-run/react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";

/** The way to the editor. Visitors are asked to sign in there (spec 6). */
export function NewTopicButton({ fid }: { fid?: number }) {
  const { to } = useShell();
  return (
    <Link className="button new-topic" data-primary to={to(paths.newTopic(fid))} prefetch="none">
      <Icon name="pencil" />
      发帖
    </Link>
  );
}
