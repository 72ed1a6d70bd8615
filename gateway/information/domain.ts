import { news } from "../database/schema";
import type { Domain } from "../server/domain";
import { informationHandlers } from "./calls";

export const informationDomain = {
  handlers: informationHandlers,
  fileColumns: [news.cover, news.source, news.html],
} satisfies Domain;
