import { moderates } from "../access";
import { accountOf, type Handlers } from "../context";
import { peopleByIds } from "../queries/people";
import { visiblePost } from "../queries/topics";
import { editsOf, versionPair } from "../queries/versions";
import { found, Refusal } from "../refusal";
import { changesBetween } from "../text/changes";

/** What texts were before they were edited. */
export const versionHandlers = {
  async postVersions({ pid, version }, context) {
    const { database } = context;
    const { post, topic } = await visiblePost(context, pid);
    if (post.authorId !== accountOf(context).id && !(await moderates(context, topic.sectionId))) throw new Refusal("NOT_PERMITTED");
    const edits = await editsOf(database, post);
    const people = await peopleByIds(
      database,
      edits.map(({ editorId }) => editorId),
    );
    const id = version ?? edits[0]?.id;
    const pair = id === undefined ? null : await versionPair(database, pid, id);
    const renamed = pair !== null && pair.before.title !== null && pair.after.title !== null && pair.before.title !== pair.after.title;
    return {
      tid: topic.id,
      pid,
      edits: edits.map(({ id: each, editorId, at }) => ({
        id: each,
        editor: found(people.get(editorId), "USER_NOT_FOUND"),
        at: at.toISOString(),
      })),
      shown:
        id === undefined || pair === null
          ? null
          : {
              id,
              title: renamed ? { before: pair.before.title ?? "", after: pair.after.title ?? "" } : null,
              changes: changesBetween(pair.before.source, pair.after.source),
            },
    };
  },
} satisfies Handlers<"postVersions">;
