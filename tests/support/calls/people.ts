import type { CallsOf } from "../call-rows";

/** The calls of people's pages in tests. */
export const calls: CallsOf<"people"> = {
  authorInfo: {
    who: "everyone",
    subjectOf: ["/userhomepage", "/complaint"],
    request: ({ other }) => ({ uid: other.id }),
  },
  heroRank: { who: "everyone", request: () => ({}) },
  wellInformedPeople: { who: "everyone", request: () => ({}) },
};
