import type { CallsOf } from "../call-rows";

/** The calls of the site itself in tests. */
export const calls: CallsOf<"site"> = {
  getClause: { who: "everyone", request: () => ({ prottype: [1, 2, 3, 4, 5] }) },
  getDeclarationContent: {
    who: "everyone",
    subjectOf: ["/legalNotices/:id", "/activeprivacyPolicy", "/protocol"],
    request: () => ({ privacyId: "Disclaimer", type: "Windows", language: "zh_CN" }),
  },
  getConfig: { who: "everyone", request: () => ({}) },
  getNavbar: { who: "everyone", request: () => ({}) },
  getFooterLink: { who: "everyone", request: () => ({}) },
  aboutUs: { who: "everyone", subjectOf: ["/aboutUs"], request: () => ({}) },
  movedAddress: {
    who: "everyone",
    unreached:
      "Of what the demo has none: an edited post, an own suggestion; and addresses that are none, or lead to a file.",
    request: () => ({ address: "/old/page" }),
  },
  forumBanners: { who: "everyone", request: () => ({}) },
};
