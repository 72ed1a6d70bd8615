import type { CallsOf } from "../call-rows";
import { catalogue } from "../small-catalogue";

const { classId, product, resource, document, older } = catalogue;

/** The calls of resources in tests. */
export const calls: CallsOf<"resources"> = {
  resourceTree: { who: "everyone", request: () => ({}) },
  searchResource: {
    who: "everyone",
    subjectOf: ["/resources/index"],
    request: () => ({ prodId: product, text: "SDK" }),
  },
  resourceByClass: { who: "everyone", request: () => ({ classId }) },
  resourceDetail: {
    who: "everyone",
    subjectOf: ["/resources/details/:id", "/resources/changes/:id"],
    request: () => ({ pk_rm_resource: resource }),
  },
  resourceSupport: { who: "everyone", subjectOf: ["/resources/index"], request: () => ({}) },
  resourcePages: {
    who: "everyone",
    unreached: "With a text in the address of a resource: upstream-parts.test.ts.",
    request: () => ({ version: document, text: "看门狗" }),
  },
  resourceChanges: {
    who: "everyone",
    request: () => ({ pk_rm_resource: resource, from: older, to: document }),
  },
  increaseResourceVolume: { who: "everyone", lost: "added", request: () => ({ pk_rm_resource: resource }) },
  queryTopDownloads: { who: "everyone", request: () => ({}) },
};
