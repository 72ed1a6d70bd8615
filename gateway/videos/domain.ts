import { videos } from "../database/schema";
import type { Domain } from "../server/domain";
import { videoHandlers } from "./calls";

export const videosDomain = {
  handlers: videoHandlers,
  fileColumns: [videos.fileName, videos.poster, videos.captions],
} satisfies Domain;
