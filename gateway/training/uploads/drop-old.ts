import type { Job } from "../../jobs";
import { dropOldUploads } from "./pieces";

/** Deletes unfinished uploads of recordings that nobody has continued for days. */
export const dropBegunJob: Job = {
  name: "recordings-begun",
  everySeconds: 86_400,
  async run(services) {
    await dropOldUploads(services);
  },
};
