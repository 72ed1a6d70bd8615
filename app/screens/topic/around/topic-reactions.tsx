import { ReactionButton } from "../floors/reaction-button";
import type { TopicDetail } from "../model/topic-detail";
import type { TopicPage } from "../model/topic-page";
import { ShareButton } from "./share";

/** Like, favourite and share of a topic. Later pages have no like button, because they do not have the first floor. */
export function TopicReactions({
  page: { topic, standingOf },
  first,
}: {
  page: TopicPage;
  first: TopicDetail["floors"][number] | undefined;
}) {
  return (
    <>
      {first ? (
        <ReactionButton
          what="like"
          target={first.pid}
          on={first.liked}
          count={first.likes}
          standingOf={standingOf}
        />
      ) : null}
      <ReactionButton
        what="favorite"
        target={topic.tid}
        on={topic.favorited}
        count={topic.favorites}
        standingOf={standingOf}
      />
      <ShareButton />
    </>
  );
}
