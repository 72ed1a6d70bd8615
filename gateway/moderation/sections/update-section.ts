import type { CallRequest } from "contract";
import { eq, max } from "drizzle-orm";
import { sections } from "../../database/schema";
import { needFiles } from "../../files/needs/uses";
import type { CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { digestOf } from "../write-log";
import { lockOrder } from "./arrange";
import { changeSection, namesVersion, type SectionRow } from "./change-section";
import { checkSectionName } from "./create-section";

type Named = Pick<SectionRow, "name" | "groupName" | "icon" | "questionTemplate">;

/** The words of the log for what changed. */
function changesOf(before: Named, after: Named): string {
  return [
    `版块「${before.name}」`,
    ...(before.name === after.name ? [] : [`改名为「${after.name}」`]),
    ...(before.groupName === after.groupName
      ? []
      : [`从分区「${before.groupName}」移到「${after.groupName}」`]),
    ...(before.icon === after.icon ? [] : ["换了图标"]),
    ...(before.questionTemplate === after.questionTemplate ? [] : ["改了发帖模板"]),
  ].join("，");
}

/** The log holds only digests of names and texts; the names stand beside it, as the reason. */
const digests = ({ name, groupName, icon, questionTemplate }: Named) => ({
  name: digestOf(name).slice(0, 12),
  group: digestOf(groupName).slice(0, 12),
  sectionIcon: icon,
  template: digestOf(questionTemplate).slice(0, 12),
});

/**
 * Changes a section's name, group, icon and template; from now on content packs leave what was changed. Throws
 * SECTION_NOT_FOUND, SECTION_CHANGED when somebody has changed one of them since the form showed them, and
 * SECTION_NAME_TAKEN beside the name.
 */
export function updateSection(
  context: CallContext,
  { fid, name, group, icon, template, base }: CallRequest<"updateSection">,
): Promise<{ changed: boolean }> {
  return changeSection(
    context,
    { fid },
    async (database, { section, operator, at }) => {
      if (!operator.admin) throw new Refusal("NOT_PERMITTED");
      const after: Named = { name, groupName: group, icon, questionTemplate: template };
      const { groupName, questionTemplate } = section;
      const isNamed = section.name !== name || section.icon !== icon || questionTemplate.trim() !== template;
      const isPlaced = groupName !== group;
      if (!isNamed && !isPlaced) return null;
      if (base !== undefined && base !== namesVersion(section)) throw new Refusal("SECTION_CHANGED");
      if (section.name !== name) await checkSectionName(database, name, fid);
      const [last] = isPlaced
        ? await database.select({ position: max(sections.position) }).from(sections)
        : [];
      await needFiles(database, template);
      await database
        .update(sections)
        .set({
          ...after,
          ...(isNamed ? { namedAt: at } : {}),
          ...(isPlaced ? { placedAt: at, position: (last?.position ?? 0) + 1 } : {}),
        })
        .where(eq(sections.id, fid));
      return {
        action: "editSection",
        before: digests(section),
        after: digests(after),
        message: changesOf(section, after),
      };
    },
    lockOrder,
  );
}
