import type { Job } from "../../jobs";
import { dropOldUploads } from "./pieces";

/** Gives up recordings that nobody has gone on with for days, with what is there of them. */
export const dropBegunJob: Job = {
  name: "recordings-begun",
  everySeconds: 86_400,
  async run(services) {
    await dropOldUploads(services);
  },
};
