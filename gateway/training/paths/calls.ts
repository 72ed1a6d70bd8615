/** Learning paths, and what a member has finished of them. */
import type { pathCalls } from "contract/training/paths/calls";
import { and, asc, eq, isNull } from "drizzle-orm";
import { certificates, learningPaths } from "../../database/schema";
import { accountOf, type HandlersOf } from "../../server/context";
import { found } from "../../server/refusal";
import { issuePathCertificate } from "./issue";
import { previewPath } from "./preview";
import { listedSteps, pathOf } from "./read";
import { standingOn } from "./standing";

export const pathHandlers = {
  async learningPaths(_, context) {
    const rows = await context.database
      .select()
      .from(learningPaths)
      .where(isNull(learningPaths.delistedAt))
      .orderBy(asc(learningPaths.position), asc(learningPaths.id));
    const ofAll = await listedSteps(
      context,
      rows.flatMap(({ courses }) => courses),
    );
    const listed = new Map(ofAll.map((step) => [step.id, step]));
    return {
      paths: rows.flatMap((row) => {
        const steps = row.courses.flatMap(({ course }) => listed.get(course) ?? []);
        return steps.some(({ opens }) => opens === null) ? [pathOf(row, steps)] : [];
      }),
    };
  },

  async learningPath({ id, preview }, context) {
    if (preview !== undefined) return previewPath(context, id, preview);
    const [row] = await context.database.select().from(learningPaths).where(eq(learningPaths.id, id));
    const path = found(row, "PATH_NOT_FOUND");
    const steps = await listedSteps(context, path.courses);
    const delisted = path.delistedAt !== null;
    return { ...pathOf(path, steps), intro: path.intro, steps, delisted, preview: false };
  },

  async ownPath({ id }, context) {
    const { database } = context;
    const accountId = accountOf(context).id;
    const [row] = await database.select().from(learningPaths).where(eq(learningPaths.id, id));
    const steps = await listedSteps(context, found(row, "PATH_NOT_FOUND").courses);
    const { progress, finished, lacking } = await standingOn(database, accountId, steps);
    const later = new Set(steps.filter(({ opens }) => opens !== null).map((step) => step.id));
    const [certificate] = await database
      .select({ publicId: certificates.publicId })
      .from(certificates)
      .where(and(eq(certificates.accountId, accountId), eq(certificates.pathId, id)));
    return {
      courses: progress,
      next: progress.find((one) => !one.finished && !later.has(one.course))?.course ?? null,
      finished,
      lacking,
      certificate: certificate?.publicId ?? null,
    };
  },

  claimPathCertificate: ({ id }, context) => issuePathCertificate(context, id),
} satisfies HandlersOf<typeof pathCalls>;
