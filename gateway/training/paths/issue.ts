import { and, eq } from "drizzle-orm";
import { accounts, certificates, learningPaths } from "../../database/schema";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { insertCertificate, issueCertificate, studiedMinutes } from "../certificates/issue";
import { listedSteps } from "./read";
import { standingOn } from "./standing";

/**
 * Issues a path's certificate to the caller, who has finished every listed course of it, and has the certificate of
 * each that gives one; of a course that got its certificate after they had finished it, it is issued along. Throws
 * PATH_NOT_FOUND, PATH_UNFINISHED when a course is left or the path has no certificate, and PATH_UNCERTIFIED when a
 * course's certificate is missing or revoked. Whoever has the path's certificate gets the same again, also a revoked one.
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
    const steps = await listedSteps({ ...context, database }, path.courses);
    const { finished, lacking, due } = await standingOn(database, account.id, steps);
    if (name === null || path.delistedAt !== null || !finished) throw new Refusal("PATH_UNFINISHED");
    if (lacking.length > 0) throw new Refusal("PATH_UNCERTIFIED");
    for (const course of due) await issueCertificate(context, database, account, course);
    const studied = await studiedMinutes(
      database,
      account.id,
      steps.map((step) => step.id),
    );
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
