import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import type { Reading } from "./reading";
import { askDownload, versionOf } from "./resource.server";

type Detail = CallResponse<"resourceDetail">;

/**
 * The document of a version that a visitor opens, with what is needed for it first: the same as for its download. Its
 * address counts no download. Throws a 404 for a version without a document of our own.
 */
export async function askReading(
  scope: Scope,
  detail: Detail,
  id: number,
  page: number,
  signup: CallResponse<"devSignupInfo"> | null,
): Promise<Reading> {
  const { preview, previewAddress, version, bytes } = versionOf(scope, detail, id);
  if (preview !== "document") return notFound(scope, "这个版本没有可以在线阅读的文档");
  const reading = { id, version, bytes, page, need: null, file: previewAddress };
  if (previewAddress !== null) return reading;
  const download = await askDownload(scope, detail, id, signup);
  if (download.state !== "ready") return { ...reading, need: download };
  const answer = await orWithout(scope, scope.gateway.call("resourceUrl", { pk_file: id }), null);
  return { ...reading, file: answer?.result.view ?? null };
}
