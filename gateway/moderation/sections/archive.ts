import type { CallRequest } from "contract";
import { eq } from "drizzle-orm";
import { sections } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { changeSection } from "./change-section";

/**
 * Archives a section, or opens it again. An archived one is closed to posting, which the release before knows too, and
 * takes posts again when it is opened. Throws SECTION_NOT_FOUND.
 */
export function archiveSection(
  context: CallContext,
  { fid, archived, reason }: CallRequest<"archiveSection">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { section, operator, at }) => {
    if (!operator.admin) throw new Refusal("NOT_PERMITTED");
    const isArchived = section.archivedAt !== null;
    if (isArchived === archived) return null;
    await database
      .update(sections)
      .set({ archivedAt: archived ? at : null, postingClosed: archived })
      .where(eq(sections.id, fid));
    return {
      action: archived ? "archiveSection" : "reopenSection",
      before: { archived: isArchived, postingClosed: section.postingClosed },
      after: { archived, postingClosed: archived },
    };
  });
}
