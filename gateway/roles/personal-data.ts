import { asc, eq } from "drizzle-orm";
import { moderators, sections, staffRoles } from "../database/schema";
import type { PersonalData } from "../server/personal-data";

export const rolesPersonalData: PersonalData = {
  files: {
    "roles.json": {
      about: "担任的版主、编辑、讲师、分析员：范围和期限",
      read: async (database, { id }) => ({
        roles: await database
          .select({
            role: staffRoles.role,
            kinds: staffRoles.kinds,
            classes: staffRoles.classes,
            courses: staffRoles.courses,
            until: staffRoles.until,
            since: staffRoles.createdAt,
          })
          .from(staffRoles)
          .where(eq(staffRoles.accountId, id))
          .orderBy(asc(staffRoles.role)),
        sections: await database
          .select({ section: sections.name, until: moderators.until })
          .from(moderators)
          .innerJoin(sections, eq(sections.id, moderators.sectionId))
          .where(eq(moderators.accountId, id))
          .orderBy(asc(sections.id)),
      }),
    },
  },
  async erase(database, { id }) {
    await database.delete(staffRoles).where(eq(staffRoles.accountId, id));
    // Who granted a role stands in the moderators' log, which outlives accounts.
    await database.update(staffRoles).set({ setById: null }).where(eq(staffRoles.setById, id));
    return {};
  },
};
