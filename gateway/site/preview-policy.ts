import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import type { PolicyId } from "contract/site/constants";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { found } from "../server/refusal";

/**
 * The newest version of a policy as its page will show it. Nobody can agree to it: consents name the version in force.
 * Throws POLICY_NOT_FOUND without the right secret.
 */
export async function previewPolicy(
  database: Database,
  key: PolicyId,
  secret: string,
): Promise<CallResponse<"getDeclarationContent">> {
  const previewed = await previewedVersion(database, { kind: "policies", key }, secret);
  const { body, html, changedAt } = found(previewed, "POLICY_NOT_FOUND");
  const { title, version = "" } = contentBodies.policies.draft.parse(body);
  const updatedAt = changedAt.toISOString();
  return { result: html[0] ?? "", title, version, inForce: version, updatedAt, preview: true };
}
