import type { UniversityTalents } from "contract/training/people/calls";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { type TalentsDocument, talentsDocument } from "../../content/load/catalogue/talents";
import type { Database } from "../../database/open";
import { courses, documents, tags } from "../../database/schema";
import { readDevelopment } from "../../development/types";
import { found } from "../../server/refusal";
import { picturesFor } from "../courses/rows";

/** The university pages from the operator's pack. Throws TALENTS_NOT_FOUND if there are none. */
export async function readTalents(database: Database): Promise<UniversityTalents> {
  const [row] = await database.select().from(documents).where(eq(documents.key, talentsDocument));
  const { value, updatedAt } = found(row, "TALENTS_NOT_FOUND");
  const document = value as TalentsDocument;
  const courseIds = document.programmes.flatMap(({ courses: ids }) => ids);
  const about =
    courseIds.length === 0
      ? []
      : await database
          .select({ id: courses.id, name: courses.title })
          .from(courses)
          .where(inArray(courses.id, courseIds))
          .orderBy(asc(courses.id));
  const pictureOf = await picturesFor(
    database,
    document.programmes.map(({ cover }) => cover),
  );
  const [works] =
    document.works === undefined
      ? []
      : await database
          .select({ id: tags.id, name: tags.name })
          .from(tags)
          .where(eq(sql`lower(${tags.name})`, document.works.toLowerCase()));
  const { internshipUrl } = await readDevelopment(database);
  return {
    title: document.title,
    summary: document.summary ?? "",
    html: document.html,
    programmes: document.programmes.map((programme) => {
      const { id, name, summary, audience = "", html, from = null, until = null, url = null } = programme;
      return {
        id,
        name,
        summary,
        audience,
        html,
        from,
        until,
        url,
        cover: pictureOf(programme.cover),
        courses: programme.courses.flatMap((course) => about.find((each) => each.id === course) ?? []),
      };
    }),
    schools: document.schools.map(({ name, city = "", summary = "", url = null }) => ({
      name,
      city,
      summary,
      url,
    })),
    labs: document.labs.map(({ name, school = "", summary = "", since = "", url = null }) => ({
      name,
      school,
      summary,
      since,
      url,
    })),
    internships: document.internships.map(
      ({ name, organisation = "", city = "", summary = "", until = null, url = null }) => ({
        name,
        organisation,
        city,
        summary,
        until,
        url,
      }),
    ),
    internshipUrl,
    contacts: document.contacts.map(({ name, role = "", email = "", phone = "" }) => ({
      name,
      role,
      email,
      phone,
    })),
    works: works ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
