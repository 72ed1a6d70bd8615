import type { Job } from "../../jobs";
import { endOverdue } from "./attempt";

/** Marks attempts whose time is over, with the answers that were saved. */
export const endAttemptsJob: Job = {
  name: "end-exam-attempts",
  everySeconds: 60,
  async run(services) {
    await endOverdue(services);
  },
};
