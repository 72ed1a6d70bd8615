import { asc, lte } from "drizzle-orm";
import { topicMarkExpiries } from "../../database/schema";
import { transact } from "../../database/transact";
import type { Job } from "../../jobs";
import { forget } from "../../server/answers";
import { writeLog } from "../write-log";
import { expireMark } from "./act-on-topic";

const atOnce = 200;

/** Removes marks whose time is over from topics, each with its row of the log. */
export const expireMarksJob: Job = {
  name: "topic-marks",
  everySeconds: 60,
  async run({ database, now, pagesChanged }) {
    const at = now();
    const due = await database
      .select()
      .from(topicMarkExpiries)
      .where(lte(topicMarkExpiries.until, at))
      .orderBy(asc(topicMarkExpiries.until))
      .limit(atOnce);
    const tids: number[] = [];
    for (const { topicId, mark } of due)
      await transact(database, async (inside) => {
        const ended = await expireMark(inside, { topicId, mark, now: at });
        if (!ended) return;
        const { sectionId, personId, before, after } = ended;
        await writeLog(inside, {
          at,
          action: "expire",
          sectionId,
          personId,
          before,
          after,
          operatorId: null,
          targetKind: "topic",
          targetId: topicId,
        });
        tids.push(topicId);
      });
    if (tids.length === 0) return;
    forget({ database }, { effect: "hides" });
    pagesChanged({ drop: tids, hides: true, later: true });
  },
};
