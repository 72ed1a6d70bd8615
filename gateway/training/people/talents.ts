import { contentBodies } from "contract/content/kinds/bodies";
import type { UniversityTalents } from "contract/training/people/calls";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { type TalentsDocument, talentsDocument, talentsOf } from "../../content/load/catalogue/talents";
import { readKept, sizedBy } from "../../content/load/site/single";
import { previewedVersion } from "../../content/previews/previewed-version";
import type { Database } from "../../database/open";
import { courses, documents, tags } from "../../database/schema";
import { readDevelopment } from "../../development/types";
import { pictureSizes } from "../../files/pictures/picture-sizes";
import { found } from "../../server/refusal";
import { picturesFor } from "../courses/rows";

/** The newest version that an editor saved. Throws TALENTS_NOT_FOUND without the right secret. */
async function draftOf(database: Database, secret: string) {
  const name = { kind: "talents", key: "talents" } as const;
  const saved = found(await previewedVersion(database, name, secret), "TALENTS_NOT_FOUND");
  const stands = await readKept(database, "talents");
  const names = contentBodies.talents.draft
    .parse(saved.body)
    .programmes?.flatMap(({ cover }) => cover.map((picture) => picture.name));
  const stored = await pictureSizes(database, names ?? []);
  const drawn = sizedBy(stands?.images ?? {});
  const document = talentsOf({
    ...saved,
    sized: (picture) => {
      const size = stored.get(picture.name);
      return size?.width ? { ...picture, ...size } : drawn(picture);
    },
  });
  return { document, updatedAt: saved.changedAt };
}

async function published(database: Database) {
  const [row] = await database.select().from(documents).where(eq(documents.key, talentsDocument));
  const { value, updatedAt } = found(row, "TALENTS_NOT_FOUND");
  return { document: value as TalentsDocument, updatedAt };
}

/** The university pages. Throws TALENTS_NOT_FOUND if there are none. @param preview the secret of a draft */
export async function readTalents(
  database: Database,
  preview: string | undefined,
): Promise<UniversityTalents> {
  const { document, updatedAt } =
    preview === undefined ? await published(database) : await draftOf(database, preview);
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
    preview: preview !== undefined,
  };
}
