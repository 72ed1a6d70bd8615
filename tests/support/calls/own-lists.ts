import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";

const one = "/personalCenter/lists/:id";

/** The calls of members' own lists in tests. */
export const calls: CallsOf<"ownLists"> = {
  ownLists: { who: "signedIn", subjectOf: ["/personalCenter/lists", "/lists/add"], request: () => ({}) },
  ownList: { who: "signedIn", subjectOf: [one], request: ({ lists }) => ({ id: lists.id }) },
  sharedList: {
    who: "everyone",
    subjectOf: ["/lists/shared/:key"],
    request: ({ lists }) => ({ key: lists.key }),
  },
  ownListTargets: {
    who: "signedIn",
    subjectOf: ["/lists/add"],
    request: ({ product }) => ({ kind: "product", targets: [product.id] }),
  },
  createOwnList: {
    who: "signedIn",
    lost: "added",
    request: () => ({ name: "新的清单", submissionId: submissionId() }),
  },
  saveOwnList: {
    who: "signedIn",
    lost: "undone",
    request: ({ lists }) => ({ id: lists.id, name: "网关板 V2", told: ["eol", "state"] }),
  },
  moveOwnList: {
    who: "signedIn",
    lost: "undone",
    request: ({ lists }) => ({ id: lists.id, up: false }),
  },
  deleteOwnList: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: { asked: "app/screens/own-lists/list.server.ts" },
    request: ({ lists }) => ({ id: lists.spare }),
  },
  shareOwnList: {
    who: "signedIn",
    lost: { opened: ["app/screens/own-lists/list-forms.tsx", "停止后这个地址就打不开了"] },
    request: ({ lists }) => ({ id: lists.id, shared: true }),
  },
  seenOwnList: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: "added",
    request: ({ lists }) => ({ id: lists.id, asOf: "2026-01-01T00:00:00.000Z" }),
  },
  addToOwnList: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: "added",
    request: ({ lists, product }) => ({
      list: lists.id,
      kind: "product",
      targets: [product.id],
      quantity: 2,
      submissionId: submissionId(),
    }),
  },
  addLinesToOwnList: {
    who: "signedIn",
    lost: "added",
    request: ({ lists, product }) => ({
      id: lists.id,
      lines: `P${product.id} 10`,
      submissionId: submissionId(),
    }),
  },
  saveOwnListItems: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: "undone",
    request: ({ lists }) => ({ id: lists.id, items: [{ item: lists.item, note: "先看第 3 章" }] }),
  },
  moveOwnListItem: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: "undone",
    request: ({ lists }) => ({ id: lists.id, item: lists.item, up: false }),
  },
  removeOwnListItem: {
    who: "signedIn",
    unreached: "In a list of one's own, which the demo has none of: own-lists.test.ts.",
    lost: { opened: ["app/screens/own-lists/list.tsx", "移出清单？"] },
    request: ({ lists }) => ({ id: lists.id, item: lists.spareItem }),
  },
  keepSearch: {
    who: "signedIn",
    lost: "added",
    request: () => ({ name: "低功耗", address: "/products/index?id=11&state=production" }),
  },
  removeSearch: {
    who: "signedIn",
    lost: "undone",
    request: ({ lists }) => ({ id: lists.search }),
  },
};
