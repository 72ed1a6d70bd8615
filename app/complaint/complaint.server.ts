import { id } from "contract/fields";
import type { ComplaintContext } from "contract/service";
import { complaintPath } from "contract/wire";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { paths } from "~/paths";
import { findPost, type NamedPost, toTopicDetail, type TopicDetail } from "~/screens/topic/topic-detail";

/** What somebody is about to complain of, and where the complaint page stands that is told of it (spec 2.7). */
export interface Complaint {
  context: ComplaintContext;
  /** The form's own address: it names the same thing. */
  path: string;
  frameUrl: string;
}

const number = id.optional().catch(undefined);
const query = z.object({ tid: number, pid: number, uid: number });

interface About {
  subSceneId: "topic" | "reply" | "user" | "site";
  businessKey: string;
  contentTitle: string;
  postId: string;
  /** A path of ours; empty when it is about nothing in particular. */
  place: string;
  path: string;
}

function complaintOf({ settings, origin }: Scope, about: About): Complaint {
  const { subSceneId, businessKey, contentTitle, postId, place, path } = about;
  return {
    context: {
      appId: settings.complaintAppId,
      sceneId: settings.complaintSceneId,
      ...{ subSceneId, businessKey },
      // The browser's own: the form and the frame put it in.
      deviceId: "",
      additionalContext: { contentTitle: contentTitle.slice(0, 200), postId, postURL: place && origin + place },
    },
    path,
    frameUrl: settings.complaintFrameUrl ?? complaintPath,
  };
}

/** A complaint about a post of a topic. */
export function complaintAboutPost(scope: Scope, { tid, title }: Pick<TopicDetail, "tid" | "title">, post: NamedPost): Complaint {
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

/** The complaint that an address asks for: `?tid=&pid=` a post, `?uid=` a person, otherwise something that the form names. Throws what the calls throw. */
export async function readComplaint(scope: Scope, url: URL): Promise<Complaint> {
  const { tid, pid, uid } = query.parse(Object.fromEntries(url.searchParams));
  if (tid) {
    const topic = toTopicDetail(await scope.gateway.call("topicDetail", { tid, ...(pid ? { pid } : {}) }));
    const post = findPost(topic, pid ?? topic.floors[0]?.pid);
    if (post) return complaintAboutPost(scope, topic, post);
  }
  if (uid) {
    const { nickName } = await scope.gateway.call("authorInfo", { uid });
    const [businessKey, place, path] = [`user-${uid}`, paths.user(uid), paths.complaint({ uid })];
    return complaintOf(scope, { subSceneId: "user", businessKey, contentTitle: `用户 ${nickName}`, postId: "", place, path });
  }
  return complaintOf(scope, {
    ...{ subSceneId: "site", businessKey: "site", contentTitle: "", postId: "", place: "", path: paths.complaint() },
  });
}
