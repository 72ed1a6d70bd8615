import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import type { ReadMarks } from "./marked-row";

type TopicList = { topics: { tid: number }[] } | null;

/**
 * What is new to the signed-in member in a list of topics, by tid. The list itself is the same for everybody, so this
 * is a small second call. Null for visitors, without a call.
 */
export async function readMarks(scope: Scope, list: TopicList): Promise<ReadMarks | null> {
  if (!list || list.topics.length === 0 || !(await scope.signedIn())) return null;
  const none: CallResponse<"topicMarks"> = { marks: [] };
  const tids = list.topics.map(({ tid }) => tid);
  const { marks } = await orWithout(scope, scope.gateway.call("topicMarks", { tids }), none);
  return Object.fromEntries(marks.map(({ tid, ...mark }) => [tid, mark]));
}
