import type { Domain } from "../server/domain";
import { searchHandlers } from "./calls";
import { searchMarksJob } from "./marks";

export const searchDomain = {
  handlers: searchHandlers,
  jobs: [searchMarksJob],
} satisfies Domain;
