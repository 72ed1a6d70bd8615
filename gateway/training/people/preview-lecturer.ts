import { contentBodies } from "contract/content/kinds/bodies";
import type { LecturerRow } from "contract/training/shapes";
import { inArray } from "drizzle-orm";
import { previewedVersion } from "../../content/previews/previewed-version";
import type { Database } from "../../database/open";
import { files } from "../../database/schema";
import { picturesOf } from "../../files/pictures/pictures";
import { found } from "../../server/refusal";

/**
 * The newest version of a lecturer as their page will show it. Throws LECTURER_NOT_FOUND without the right secret.
 * @param stands what is published of them, with their courses and learners
 */
export async function previewLecturer(
  database: Database,
  id: number,
  secret: string,
  stands: LecturerRow | undefined,
): Promise<LecturerRow> {
  const name = { kind: "lecturers", key: String(id) } as const;
  const { body } = found(await previewedVersion(database, name, secret), "LECTURER_NOT_FOUND");
  const draft = contentBodies.lecturers.draft.parse(body);
  const { title, position = "", organisation = "", intro = "", account, photo = [] } = draft;
  const sizes = await database
    .select({ name: files.name, width: files.width, height: files.height })
    .from(files)
    .where(
      inArray(
        files.name,
        photo.map((picture) => picture.name),
      ),
    );
  const [picture = null] = await picturesOf(
    database,
    photo.map((own) => {
      const { width, height } = sizes.find((file) => file.name === own.name) ?? {};
      return { ...own, width: width ?? 0, height: height ?? 0 };
    }),
  );
  return {
    id,
    name: title,
    title: position,
    organisation,
    intro,
    photo: picture,
    uid: account === undefined ? null : Number(account),
    courses: stands?.courses ?? 0,
    learners: stands?.learners ?? 0,
  };
}
