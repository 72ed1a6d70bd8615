import { paths } from "~/navigation/paths";
import { Icon } from "~/ui/icon";
import { PostLink } from "./post-link";

/** A link to the editor; visitors must sign in there (spec 6). */
export function NewTopicButton({ fid }: { fid?: number }) {
  return (
    <PostLink className="button new-topic" primary path={paths.newTopic(fid)}>
      <Icon name="pencil" />
      发帖
    </PostLink>
  );
}
