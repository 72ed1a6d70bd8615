import type { Scope } from "~/request/scope.server";

/** The topics that the member follows and those that the member muted. */
export async function readLeveled({ gateway }: Scope) {
  const [followed, muted] = await Promise.all([
    gateway.call("leveledTopics", { level: "follow" }),
    gateway.call("leveledTopics", { level: "mute" }),
  ]);
  return { followed: followed.topics, muted: muted.topics };
}
