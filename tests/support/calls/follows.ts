import type { CallsOf } from "../call-rows";
import type { Scene } from "../scene";

const person = ({ other }: Scene) => ({ kind: "user" as const, target: other.id });

/** The calls of following in tests. */
export const calls: CallsOf<"follows"> = {
  follow: { who: "signedIn", lost: "undone", request: person },
  unfollow: { who: "signedIn", lost: "undone", request: person },
  followStatus: { who: "signedIn", request: person },
  myFollowInfo: {
    who: "signedIn",
    subjectOf: ["/personalCenter/follow", "/personalCenter/fans"],
    request: () => ({ kind: "following" }),
  },
  userFollowInfo: { who: "everyone", request: ({ other }) => ({ uid: other.id, kind: "followers" }) },
};
