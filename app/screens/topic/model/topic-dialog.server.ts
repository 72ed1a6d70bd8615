import type { CallResponse } from "contract";
import type { Person } from "contract/base/shapes";
import { type Complaint, complaintAboutPost } from "~/complaint/complaint.server";
import { type Declaration, pendingDisclaimer } from "~/consent/gate.server";
import { orWithout } from "~/failure/explain.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Forbidden, Refused } from "~/gateway-client/errors";
import type { OperateChoices } from "~/moderation/operate-fields";
import { operationsFor } from "~/moderation/operations";
import type { Scope } from "~/request/scope.server";
import { readTopic, type TopicRequest } from "./topic.server";
import {
  findPost,
  isAcceptable,
  mayAccomplish,
  mayInvite,
  type NamedPost,
  type TopicDetail,
} from "./topic-detail";
import { topicDialogs } from "./topic-dialogs";

/** The dialog in a topic's address, with all its data. */
export type TopicDialog =
  | { kind: "login" }
  | { kind: "refused"; message: string }
  | { kind: "remove" | "report" | "accept"; post: NamedPost }
  | { kind: "reported" }
  | {
      kind: "complain";
      post: NamedPost;
      complaint: Complaint;
      disclaimer: Declaration | null;
      submissionId: string;
    }
  | ({
      kind: "moderate";
      post: NamedPost;
      submissionId: string;
    } & OperateChoices)
  | { kind: "accomplish" }
  | { kind: "history"; name: string; versions: CallResponse<"postVersions"> }
  | ({
      kind: "invite";
      q: string;
      found: Person[] | null;
      problem: string | null;
    } & CallResponse<"recommendedInvitees">);

/**
 * Reads the data of the dialog in this address. null when there is no dialog, its post does not exist, or a call for
 * its data fails. Throws what reading the topic throws.
 */
export async function readDialog(scope: Scope, request: TopicRequest): Promise<TopicDialog | null> {
  if (!topicDialogs.some((name) => request[name])) return null;
  const visitor = await orWithout(scope, scope.visitor(), null);
  if (!visitor) return null;
  if (!visitor.signedIn) return { kind: "login" };
  const topic = await readTopic(scope, request);
  return orWithout(scope, dialogAbout(scope, request, topic, visitor.uid), null);
}

async function dialogAbout(
  scope: Scope,
  request: TopicRequest,
  topic: TopicDetail,
  uid: number,
): Promise<TopicDialog | null> {
  const { remove, report, reported, complain, accept, history, invite, accomplish, moderate } = request;
  try {
    if (history) return await readHistory(scope, history, request.version, topic);
    if (invite) return mayInvite(topic) ? await readInvitation(scope, topic.tid, request.q ?? "") : null;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Forbidden)) throw error;
    return { kind: "refused", message: error.message };
  }
  if (reported) return { kind: "reported" };
  if (accomplish) return mayAccomplish(topic, uid) ? { kind: "accomplish" } : null;
  if (accept) {
    const answer = findPost(topic, accept);
    const may = answer && isAcceptable(answer) && mayAccomplish(topic, uid);
    return may ? { kind: "accept", post: answer } : null;
  }
  const moderated = topic.moderated ? findPost(topic, moderate) : null;
  if (moderated) return readModeration(scope, topic, moderated);
  const removed = findPost(topic, remove);
  if (removed) return removed.canDelete ? { kind: "remove", post: removed } : null;
  const subject = findPost(topic, complain);
  if (subject) {
    const { submissionId, disclaimer } = {
      submissionId: newSubmissionId(),
      disclaimer: await pendingDisclaimer(scope),
    };
    return {
      kind: "complain",
      post: subject,
      complaint: complaintAboutPost(scope, topic, subject),
      disclaimer,
      submissionId,
    };
  }
  const post = findPost(topic, report);
  return post && !post.withheld && post.author.uid !== uid ? { kind: "report", post } : null;
}

async function readModeration(scope: Scope, topic: TopicDetail, post: NamedPost): Promise<TopicDialog> {
  const [frame, found] = await Promise.all([
    orWithout(scope, scope.gateway.call("moderatorOverview", {}), null),
    orWithout(scope, scope.gateway.call("topicClasses", { fid: topic.section.fid }), null),
  ]);
  return {
    kind: "moderate",
    post,
    operations: operationsFor(frame ?? {}),
    sections: frame?.sections ?? [],
    classes: found?.classes ?? [],
    submissionId: newSubmissionId(),
  };
}

async function readHistory(
  scope: Scope,
  pid: number,
  version: number | undefined,
  topic: TopicDetail,
): Promise<TopicDialog> {
  const versions = await scope.gateway.call("postVersions", { pid, ...(version ? { version } : {}) });
  return { kind: "history", name: findPost(topic, pid)?.name ?? "回复", versions };
}

async function readInvitation(scope: Scope, tid: number, q: string): Promise<TopicDialog> {
  const [recommended, search] = await Promise.all([
    scope.gateway.call("recommendedInvitees", { tid }),
    q.trim() === "" ? { found: null, problem: null } : searchPeople(scope, q),
  ]);
  return { kind: "invite", q, ...recommended, ...search };
}

async function searchPeople(
  scope: Scope,
  q: string,
): Promise<{ found: Person[] | null; problem: string | null }> {
  try {
    const { people } = await scope.gateway.call("searchInvitee", { text: q });
    return { found: people, problem: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { found: null, problem: Object.values(error.fields ?? {}).flat()[0] ?? error.message };
  }
}
