/** Drafts of texts that are not published yet, and their versions. */

import type { CallResponse } from "contract";
import { cutText } from "contract/base/plain-text";
import { draftExcerpt } from "contract/forum/constants";
import type { draftCalls } from "contract/forum/drafts/calls";
import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../database/open";
import { drafts, draftVersions } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type HandlersOf } from "../../server/context";
import { found } from "../../server/refusal";
import { recover, throwAway } from "./deleted-drafts";
import { checkDraftTarget } from "./draft-targets";
import { aboutDrafts, type Draft, replaceDraft, writeDraft } from "./write-draft";

type ShownDraft = CallResponse<"draftList">["drafts"][number];

const savedOf = ({ id, revision, savedAt }: Draft) => ({ id, revision, savedAt: savedAt.toISOString() });

/** The fields of a draft, with defaults for fields that older drafts lack. */
const fieldsOf = (fields: Draft["fields"]) => fields && { parent: "", ...fields };

async function draftViews(database: Database, rows: Draft[], whole: boolean): Promise<ShownDraft[]> {
  const about = await aboutDrafts(database, rows);
  return rows.map(({ id, target, title, content, fields, revision, savedAt }) => ({
    id,
    target,
    title,
    content: whole ? content : cutText(content, draftExcerpt),
    fields: fieldsOf(fields),
    revision,
    savedAt: savedAt.toISOString(),
    about: about.get(id) ?? null,
  }));
}

/** The caller's own draft, locked. Throws DRAFT_NOT_FOUND. */
async function ownDraft(database: Database, accountId: number, id: number): Promise<Draft> {
  const [row] = await database
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.accountId, accountId), isNull(drafts.deletedAt)))
    .for("update");
  return found(row, "DRAFT_NOT_FOUND");
}

export const draftHandlers = {
  async saveDraft(request, context) {
    const accountId = accountOf(context).id;
    const { title, content, fields } = request;
    const next = { title, content, fields };
    const draft = await transact(context.database, (database) =>
      writeDraft(database, accountId, request, next, context.now(), () =>
        checkDraftTarget(database, context, request.target),
      ),
    );
    return savedOf(draft);
  },

  async draftList({ target }, context) {
    const { database } = context;
    const mine = eq(drafts.accountId, accountOf(context).id);
    const rows = await database
      .select()
      .from(drafts)
      .where(
        and(mine, isNull(drafts.deletedAt), target === undefined ? undefined : eq(drafts.target, target)),
      )
      .orderBy(desc(drafts.savedAt), desc(drafts.id));
    const list = await draftViews(database, rows, target !== undefined);
    if (target !== undefined) return { drafts: list, deleted: [] };
    const thrownAway = await database
      .select()
      .from(drafts)
      .where(and(mine, isNotNull(drafts.deletedAt)))
      .orderBy(desc(drafts.deletedAt), desc(drafts.id));
    const deleted = (await draftViews(database, thrownAway, false)).map((draft, index) => ({
      ...draft,
      deletedAt: (thrownAway[index]?.deletedAt ?? context.now()).toISOString(),
    }));
    return { drafts: list, deleted };
  },

  async draftVersions({ id }, context) {
    const [row] = await context.database
      .select()
      .from(drafts)
      .where(and(eq(drafts.id, id), eq(drafts.accountId, accountOf(context).id), isNull(drafts.deletedAt)))
      .limit(1);
    const [draft] = await draftViews(context.database, [found(row, "DRAFT_NOT_FOUND")], true);
    const versions = await context.database
      .select()
      .from(draftVersions)
      .where(eq(draftVersions.draftId, id))
      .orderBy(desc(draftVersions.revision));
    return {
      draft: found(draft, "DRAFT_NOT_FOUND"),
      versions: versions.map(({ revision, title, content, fields, savedAt }) => ({
        revision,
        title,
        content,
        fields: fieldsOf(fields),
        savedAt: savedAt.toISOString(),
      })),
    };
  },

  async restoreDraft({ id, revision }, context) {
    const accountId = accountOf(context).id;
    return transact(context.database, async (database) => {
      const present = await ownDraft(database, accountId, id);
      const [version] = await database
        .select()
        .from(draftVersions)
        .where(and(eq(draftVersions.draftId, id), eq(draftVersions.revision, revision)))
        .limit(1);
      const { title, content, fields } = found(version, "DRAFT_NOT_FOUND");
      return savedOf(await replaceDraft(database, present, { title, content, fields }, false, context.now()));
    });
  },

  async deleteDraft({ id }, context) {
    const accountId = accountOf(context).id;
    await transact(context.database, async (database) =>
      throwAway(database, await ownDraft(database, accountId, id), context.now()),
    );
    return { success: true };
  },

  async recoverDraft({ id }, context) {
    const accountId = accountOf(context).id;
    return savedOf(
      await transact(context.database, (database) => recover(database, accountId, id, context.now())),
    );
  },
} satisfies HandlersOf<typeof draftCalls>;
