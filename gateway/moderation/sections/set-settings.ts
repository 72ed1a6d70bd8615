import type { CallRequest } from "contract";
import type { LogValues } from "contract/moderation/actions";
import { eq } from "drizzle-orm";
import { sections } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { refusedAt } from "../../server/refusal";
import { changeSection } from "./change-section";

const names = ["preReview", "recycleBin", "postingClosed", "unlisted"] as const;

/**
 * Sets pre-review, recycle bin, closed to posting, and hidden from lists. Throws ADMIN_ONLY beside the recycle bin, and
 * SECTION_ARCHIVED beside closed to posting.
 */
export function setSettings(
  context: CallContext,
  { fid, reason, ...settings }: CallRequest<"updateForumSettings">,
): Promise<{ changed: boolean }> {
  return changeSection(context, { fid, reason }, async (database, { section, operator }) => {
    const changed = names.filter((name) => section[name] !== settings[name]);
    if (changed.length === 0) return null;
    if (section.archivedAt && !settings.postingClosed) throw refusedAt("postingClosed", "SECTION_ARCHIVED");
    // Without a bin every deletion is for good, which only administrators may do.
    if (changed.includes("recycleBin") && !operator.admin) throw refusedAt("recycleBin", "ADMIN_ONLY");
    await database.update(sections).set(settings).where(eq(sections.id, fid));
    const only = (values: Record<(typeof names)[number], string | boolean>): LogValues =>
      Object.fromEntries(changed.map((name) => [name, values[name]]));
    return { action: "section", before: only(section), after: only(settings) };
  });
}
