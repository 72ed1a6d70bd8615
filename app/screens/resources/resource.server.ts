import type { CallResponse } from "contract";
import type { ResourceVersion } from "contract/resources/calls";
import type { Declaration } from "~/consent/gate.server";
import { pendingDisclaimer } from "~/consent/gate.server";
import { paths } from "~/navigation/paths";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";

type Detail = CallResponse<"resourceDetail">;

/** The state of a requested download. */
export type Download =
  | { state: "login" }
  | { state: "disclaimer"; declaration: Declaration }
  | { state: "ready"; version: string; address: string };

/** The version with this id. Throws a 404 for one that does not exist or was withdrawn. */
export function versionOf(scope: Scope, { versions }: Detail, id: number): ResourceVersion {
  const version = versions.find((each) => each.id === id && each.state !== "withdrawn");
  return version ?? notFound(scope, "没有这个版本，它可能已经撤下");
}

/** What a download needs next: signing in, the disclaimer, or nothing; then it has the file's address. */
export async function askDownload(
  scope: Scope,
  detail: Detail,
  id: number,
  signup: CallResponse<"devSignupInfo"> | null,
): Promise<Download> {
  const { version, address, host } = versionOf(scope, detail, id);
  // The server counts a download at that address.
  if (detail.access === "open") return { state: "ready", version, address: address ?? paths.download(id) };
  if (!signup) return { state: "login" };
  const declaration =
    detail.access === "disclaimer" && !signup.disclaimerSigned ? await pendingDisclaimer(scope) : null;
  if (declaration) return { state: "disclaimer", declaration };
  if (host !== null) return { state: "ready", version, address: paths.download(id) };
  const { result } = await scope.gateway.call("resourceUrl", { pk_file: id });
  return { state: "ready", version, address: result.url };
}

/** Loads the file list of a version's archive. Throws a 404 for a version without a preview. */
export async function askPreview(scope: Scope, detail: Detail, id: number) {
  const { preview } = versionOf(scope, detail, id);
  if (preview === null) return notFound(scope, "这个版本不能预览");
  return scope.publicGateway.call("devPreviewInfo", { version: id });
}
