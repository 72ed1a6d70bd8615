import { id } from "contract/base/fields";
import type { CollectedLesson, CollectedProduct } from "contract/collections/calls";
import type { ResourceRow } from "contract/resources/shapes";
import type { CourseRow } from "contract/training/shapes";
import type { VideoRow } from "contract/videos/calls";
import { z } from "zod";
import type { Scope } from "~/request/scope.server";

/** The kinds that the page of collections shows. */
export const workKinds = ["product", "resource", "video", "course", "lesson"] as const;
type WorkKind = (typeof workKinds)[number];

/** One page of the member's collected works of one kind. */
export type Works = { page: number; pages: number; total: number } & (
  | { kind: "product"; products: CollectedProduct[] }
  | { kind: "resource"; resources: ResourceRow[] }
  | { kind: "video"; videos: VideoRow[] }
  | { kind: "course"; courses: CourseRow[] }
  | { kind: "lesson"; lessons: CollectedLesson[] }
);

/** The form that removes a work from the collection. */
export const workSchema = z.object({ kind: z.enum(workKinds), target: id });

export async function collectedWorks({ gateway }: Scope, kind: WorkKind, page: number): Promise<Works> {
  if (kind === "product") return { kind, ...(await gateway.call("collectProductList", { page })) };
  if (kind === "resource") return { kind, ...(await gateway.call("collectResourceList", { page })) };
  if (kind === "course") return { kind, ...(await gateway.call("collectCourseList", { page })) };
  if (kind === "lesson") return { kind, ...(await gateway.call("collectLessonList", { page })) };
  return { kind, ...(await gateway.call("collectVideoList", { page })) };
}
