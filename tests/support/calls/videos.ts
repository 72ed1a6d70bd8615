import type { CallsOf } from "../call-rows";
import { catalogue } from "../small-catalogue";

const { video } = catalogue;

/** The calls of videos in tests. */
export const calls: CallsOf<"videos"> = {
  queryHotVideo: { who: "everyone", request: () => ({}) },
  videoList: { who: "everyone", subjectOf: ["/resources/videos"], request: () => ({}) },
  videoDetail: { who: "everyone", subjectOf: ["/resources/videos/:id"], request: () => ({ id: video }) },
  playVideo: { who: "everyone", lost: "added", request: () => ({ id: video }) },
};
