import type { CallsOf } from "../call-rows";
import { catalogue } from "../small-catalogue";

const { resource } = catalogue;

/** The calls of favourites in tests. */
export const calls: CallsOf<"collections"> = {
  collect: { who: "signedIn", lost: "undone", request: () => ({ kind: "resource", target: resource }) },
  collectStatus: { who: "signedIn", request: () => ({ kind: "resource", targets: [resource] }) },
  collectProductList: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
  collectResourceList: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
  collectVideoList: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
  collectCourseList: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
  collectLessonList: { who: "signedIn", subjectOf: ["/personalCenter/collection"], request: () => ({}) },
};
