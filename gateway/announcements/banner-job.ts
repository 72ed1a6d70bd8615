import { wholeChange } from "contract/base/pages";
import type { Database } from "../database/open";
import type { announcements } from "../database/schema";
import { forget } from "../server/answers";
import { enqueue, type JobKind } from "../server/jobs";

/** The beginning or the end of a banner: pages that visitors share are made again, in every process. */
export const bannerJob: JobKind<{ id: number; at: string }> = {
  name: "announcement-banner",
  tries: 5,
  failure: ({ id }) => `公告 ${id} 的横幅没有马上出现在访客的页面上，或没有马上撤下`,
  async run(_job, services) {
    forget(services, { effect: "hides" });
    services.pagesChanged(wholeChange);
  },
};

type Row = typeof announcements.$inferSelect;

/** Asks for the jobs of a banner, in the transaction that stores it. */
export async function askForBanner(
  database: Database,
  { sendAt, bannerUntil, ...banner }: Pick<Row, "id" | "audience" | "sendAt" | "bannerUntil">,
  now: Date,
): Promise<void> {
  if (!bannerUntil) return;
  for (const at of [sendAt, bannerUntil]) if (at >= now) await tellPages(database, banner, { at, now });
}

/** Asks for shared pages to be made again at a time; nothing where visitors do not see the banner. */
export async function tellPages(
  database: Database,
  { id, audience }: Pick<Row, "id" | "audience">,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  if (audience !== "all") return;
  const payload = { id, at: at.toISOString() };
  await enqueue(database, bannerJob, payload, { now, at, key: `${id}:${payload.at}` });
}
