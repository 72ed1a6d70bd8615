import { z } from "zod";
import { type Complaint, complaintAboutPost, complaintOf } from "~/complaint/complaint.server";
import { paths } from "~/navigation/paths";
import { optionalId, optionalLongId } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { findPost, toTopicDetail } from "~/screens/topic/model/topic-detail";

/** The subject of a complaint, read from the address. */
export const complaintQuery = z.object({ tid: optionalLongId, pid: optionalLongId, uid: optionalId });

/**
 * Reads the subject of a complaint from the address: `?tid=&pid=` a post, `?uid=` a person, otherwise something that
 * the form names. Throws what the calls throw.
 */
export async function readComplaint(
  scope: Scope,
  { tid, pid, uid }: z.output<typeof complaintQuery>,
): Promise<Complaint> {
  if (tid) {
    const topic = toTopicDetail(await scope.gateway.call("topicDetail", { tid, ...(pid ? { pid } : {}) }));
    const post = findPost(topic, pid ?? topic.floors[0]?.pid);
    if (post) return complaintAboutPost(scope, topic, post);
  }
  if (uid) {
    const { nickName } = await scope.gateway.call("authorInfo", { uid });
    const [businessKey, place, path] = [`user-${uid}`, paths.user(uid), paths.complaint({ uid })];
    return complaintOf(scope, {
      subSceneId: "user",
      businessKey,
      contentTitle: `用户 ${nickName}`,
      postId: "",
      place,
      path,
    });
  }
  return complaintOf(scope, {
    subSceneId: "site",
    businessKey: "site",
    contentTitle: "",
    postId: "",
    place: "",
    path: paths.complaint(),
  });
}
