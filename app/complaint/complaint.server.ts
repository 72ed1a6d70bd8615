import { complaintPath } from "contract/base/wire";
import type { ComplaintContext } from "contract/feedback/fields";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import type { NamedPost, TopicDetail } from "~/screens/topic/model/topic-detail";

/** The subject of a complaint, and the address of the complaint page that receives it (spec 2.7). */
export interface Complaint {
  context: ComplaintContext;
  /** The address of the form for the same subject. */
  path: string;
  frameUrl: string;
}

interface About {
  subSceneId: "topic" | "reply" | "user" | "site";
  businessKey: string;
  contentTitle: string;
  postId: string;
  /** A path on this site; empty without a subject. */
  place: string;
  path: string;
}

/** A complaint about something on this site, for the form and the complaint page. */
export function complaintOf({ settings, origin }: Scope, about: About): Complaint {
  const { subSceneId, businessKey, contentTitle, postId, place, path } = about;
  return {
    context: {
      appId: settings.complaintAppId,
      sceneId: settings.complaintSceneId,
      subSceneId,
      businessKey,
      // The browser's id: the form and the frame fill it in.
      deviceId: "",
      additionalContext: {
        contentTitle: contentTitle.slice(0, 200),
        postId,
        postURL: place && origin + place,
      },
    },
    path,
    frameUrl: settings.complaintFrameUrl ?? complaintPath,
  };
}

/** A complaint about a post of a topic. */
export function complaintAboutPost(
  scope: Scope,
  { tid, title }: Pick<TopicDetail, "tid" | "title">,
  post: NamedPost,
): Complaint {
  const { pid } = post;
  return complaintOf(scope, {
    subSceneId: post.name === "主帖" ? "topic" : "reply",
    businessKey: `post-${pid}`,
    contentTitle: post.name === "主帖" ? title : `${title}（${post.name}）`,
    postId: String(pid),
    place: paths.topic(tid, { pid, seek: true }),
    path: paths.complaint({ tid, pid }),
  });
}
