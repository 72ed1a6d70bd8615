import { id } from "contract/base/fields";
import { type CollectedProduct, type CollectionKind, collectionKinds } from "contract/collections/calls";
import type { ResourceRow } from "contract/resources/shapes";
import type { VideoRow } from "contract/videos/calls";
import { z } from "zod/v4";
import type { Scope } from "~/request/scope.server";

/** One page of what somebody collected of one kind. */
export type Works = { page: number; pages: number; total: number } & (
  | { kind: "product"; products: CollectedProduct[] }
  | { kind: "resource"; resources: ResourceRow[] }
  | { kind: "video"; videos: VideoRow[] }
);

/** The form by which one is taken out. */
export const workSchema = z.object({ kind: z.enum(collectionKinds), target: id });

export async function collectedWorks({ gateway }: Scope, kind: CollectionKind, page: number): Promise<Works> {
  if (kind === "product") return { kind, ...(await gateway.call("collectProductList", { page })) };
  if (kind === "resource") return { kind, ...(await gateway.call("collectResourceList", { page })) };
  return { kind, ...(await gateway.call("collectVideoList", { page })) };
}
