import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";

/** A learning path, and the reader's way along it; null for visitors and previews. */
export interface PathData {
  path: CallResponse<"learningPath">;
  own: CallResponse<"ownPath"> | null;
  /** False for each address with a preview's secret, whatever it answers. */
  indexed: boolean;
}

/** Loads a path's page; without the reader's progress when only that fails. */
export async function loadPath(scope: Scope, id: number, preview: string | undefined): Promise<PathData> {
  const isMembers = preview === undefined && (await scope.signedIn());
  const [path, own] = await Promise.all([
    scope.publicGateway.call("learningPath", preview === undefined ? { id } : { id, preview }),
    isMembers ? orWithout(scope, scope.gateway.call("ownPath", { id }), null) : null,
  ]);
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: path.title, path: paths.learningPath(id) },
    ]),
  );
  return { path, own, indexed: preview === undefined };
}
