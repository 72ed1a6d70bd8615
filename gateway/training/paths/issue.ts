import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { accounts, certificates, learningPaths } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { insertCertificate, studiedMinutes } from "../certificates/issue";
import { openSteps, ownProgress } from "./read";

/**
 * Issues a path's certificate to the caller, who has finished every course of it that is open, and has the certificate
 * of each that gives one. Throws PATH_NOT_FOUND, and PATH_UNFINISHED when something is left or the path has no
 * certificate. Whoever has the path's certificate gets the same again, also a revoked one.
 */
export async function issuePathCertificate(context: CallContext, id: number): Promise<{ publicId: string }> {
  const account = accountOf(context);
  return transact(context.database, async (database) => {
    // Presses that come at once are looked at one after the other: nothing else keeps the second from being issued.
    const person = eq(accounts.id, account.id);
    await database.select({ id: accounts.id }).from(accounts).where(person).for("no key update");
    const [row] = await database.select().from(learningPaths).where(eq(learningPaths.id, id));
    const path = found(row, "PATH_NOT_FOUND");
    const mine = and(eq(certificates.accountId, account.id), eq(certificates.pathId, id));
    const [before] = await database
      .select({ publicId: certificates.publicId })
      .from(certificates)
      .where(mine);
    if (before) return before;
    const { certificateName: name } = path;
    const steps = await openSteps({ ...context, database }, path.courses);
    const progress = await ownProgress(database, account.id, steps);
    const isFinished = steps.length > 0 && progress.every(({ finished }) => finished);
    if (name === null || path.delistedAt !== null || !isFinished) throw new Refusal("PATH_UNFINISHED");
    const certified = steps.filter((step) => step.certified).map((step) => step.id);
    const passed = await database
      .selectDistinct({ courseId: certificates.courseId })
      .from(certificates)
      .where(
        and(
          eq(certificates.accountId, account.id),
          isNotNull(certificates.courseId),
          inArray(certificates.courseId, certified),
          isNull(certificates.revokedAt),
        ),
      );
    if (passed.length < certified.length) throw new Refusal("PATH_UNFINISHED");
    let studied = 0;
    for (const step of steps) studied += await studiedMinutes(database, account.id, step.id);
    const publicId = await insertCertificate(context, database, account, {
      courseId: null,
      pathId: id,
      name,
      course: path.title,
      className: "学习路径",
      levelName: `${steps.length} 门课程`,
      lessons: steps.reduce((sum, { lessons }) => sum + lessons, 0),
      minutes: steps.reduce((sum, { minutes }) => sum + minutes, 0),
      studiedMinutes: studied,
      lecturers: [...new Set(steps.flatMap(({ lecturers }) => lecturers.map((one) => one.name)))],
      exam: "",
      percent: null,
    });
    return { publicId: found(publicId, "SERVER_ERROR") };
  });
}
