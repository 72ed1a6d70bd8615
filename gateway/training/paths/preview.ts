import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import { numbersIn } from "contract/content/kinds/training-body";
import { previewedVersion } from "../../content/previews/previewed-version";
import type { CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { listedSteps, pathOf } from "./read";

/** The newest version of a path as its page will show it. Throws PATH_NOT_FOUND without the right secret. */
export async function previewPath(
  context: CallContext,
  id: number,
  secret: string,
): Promise<CallResponse<"learningPath">> {
  const name = { kind: "paths", key: String(id) } as const;
  const { body } = found(await previewedVersion(context.database, name, secret), "PATH_NOT_FOUND");
  const draft = contentBodies.paths.draft.parse(body);
  const { title, summary = "", audience = "", intro = "", certificate = null, courses = [] } = draft;
  const steps = await listedSteps(
    context,
    courses.map(({ course, needs }) => ({ course, needs: numbersIn(needs) })),
  );
  const path = pathOf({ id, title, summary, audience, certificateName: certificate }, steps);
  return { ...path, intro, steps, delisted: false, preview: true };
}
