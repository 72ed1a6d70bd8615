import type { CallsOf } from "../call-rows";
import { catalogue } from "../small-catalogue";

const { product, resource, version } = catalogue;

/** The calls of the development centre in tests. */
export const calls: CallsOf<"development"> = {
  queryDCMenuVO: { who: "everyone", request: () => ({}) },
  queryAggDcRoleVOByPk: {
    who: "signedIn",
    unreached:
      "Of a course that somebody finished (training.test.ts), and who may revoke it (training-people.test.ts).",
    request: ({ actor }) => ({ pk_user: actor?.id ?? 1 }),
  },
  doHaveSxzCourseManagementRight: { who: "signedIn", request: () => ({}) },
  devProductTree: { who: "everyone", subjectOf: ["/devCenter/index"], request: () => ({}) },
  devResourcesByType: { who: "everyone", request: () => ({}) },
  devProductInfo: {
    who: "everyone",
    subjectOf: ["/devCenter/index", "/resources/index"],
    request: () => ({ id: product }),
  },
  devLevels: { who: "everyone", request: () => ({}) },
  devSignupInfo: { who: "signedIn", request: () => ({ pk_rm_resource: resource }) },
  devPreviewInfo: {
    who: "everyone",
    unreached:
      "Of what the demo has none: an edited post, an own suggestion; and addresses that are none, or lead to a file.",
    request: () => ({ version }),
  },
  devQuickStarts: { who: "everyone", request: () => ({}) },
  devExternalPages: { who: "everyone", request: () => ({}) },
  devInternshipUrl: { who: "everyone", request: () => ({}) },
  devCaches: { who: "everyone", request: () => ({}) },
};
