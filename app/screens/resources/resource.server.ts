import type { CallResponse } from "contract";
import type { ResourceVersion } from "contract/resources/calls";
import type { Declaration } from "~/consent/gate.server";
import { pendingDisclaimer } from "~/consent/gate.server";
import { paths } from "~/navigation/paths";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";

type Detail = CallResponse<"resourceDetail">;

/** How far a download that was asked for has come. */
export type Download =
  | { state: "login" }
  | { state: "disclaimer"; declaration: Declaration }
  | { state: "ready"; version: string; address: string };

/** A version of the resource by its id; one that is not there, or was withdrawn, is a 404. */
function versionOf(scope: Scope, { versions }: Detail, id: number): ResourceVersion {
  const version = versions.find((each) => each.id === id && each.state !== "withdrawn");
  return version ?? notFound(scope, "没有这个版本，它可能已经撤下");
}

/**
 * What stands between somebody and a version that they want: signing in, the disclaimer, or nothing, and then
 * where the file is.
 */
export async function askDownload(
  scope: Scope,
  detail: Detail,
  id: number,
  mine: CallResponse<"devSignupInfo"> | null,
): Promise<Download> {
  const { version, address, host } = versionOf(scope, detail, id);
  // Whoever follows that address is counted there.
  if (detail.access === "open") return { state: "ready", version, address: address ?? paths.download(id) };
  if (!mine) return { state: "login" };
  const declaration =
    detail.access === "disclaimer" && !mine.disclaimerSigned ? await pendingDisclaimer(scope) : null;
  if (declaration) return { state: "disclaimer", declaration };
  if (host !== null) return { state: "ready", version, address: paths.download(id) };
  const found = await scope.gateway.call("resourceDownload", { version: id });
  return { state: "ready", version, address: found.address };
}

/** The content of a version's archive, when somebody asks for it. */
export async function askPreview(scope: Scope, detail: Detail, id: number) {
  const { preview } = versionOf(scope, detail, id);
  if (preview === null) return notFound(scope, "这个版本不能预览");
  return scope.publicGateway.call("devPreviewInfo", { version: id });
}
