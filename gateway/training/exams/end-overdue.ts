import type { Job } from "../../jobs";
import { endOverdue } from "./attempt";

/** Ends attempts whose time is up, and marks what was saved of them. */
export const endAttemptsJob: Job = {
  name: "end-exam-attempts",
  everySeconds: 60,
  async run(services) {
    await endOverdue(services);
  },
};
