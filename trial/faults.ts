import { tryClock } from "./faults/clock";
import { tryDisks } from "./faults/disk";
import { type OutsideKind, outsideKinds, tryOutside } from "./faults/outside";
import type { Part } from "./report";

/** Only these kinds, such as `TRIAL_FAULTS=redis,smtp`; all by default. */
const chosen = (process.env.TRIAL_FAULTS ?? "").split(",").filter((name) => name !== "");
const wants = (name: string) => chosen.length === 0 || chosen.includes(name);

/** Outside servers that are away, halting or slow, full disks and wrong clocks, while people do what needs them and what does not. */
export const part: Part = {
  about: "邮件、S3、Redis、公司登录不在、收下不答、很慢；磁盘写满；时钟快一天、慢一天",
  async run(report) {
    const outside = outsideKinds.filter((kind: OutsideKind) => wants(kind));
    if (outside.length > 0) await tryOutside(report, outside);
    if (wants("disk")) await tryDisks(report);
    if (wants("clock")) await tryClock(report);
  },
};
