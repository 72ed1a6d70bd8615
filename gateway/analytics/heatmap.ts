import type { CallRequest, CallResponse } from "contract";
import { rawDays } from "contract/analytics/numbers";
import { subtractTime } from "contract/base/time";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { analyticsEvents } from "../database/schema";
import type { CallContext } from "../server/context";

/** The size of a field: a fiftieth of the page's width, and 20 pixels in height. */
const across = 20;
const down = 20;
const spotsMax = 500;

/** The clicks on a page by field, from the single events that are still stored. */
export async function trafficHeatmap(
  { database, now }: CallContext,
  { page, shell }: CallRequest<"trafficHeatmap">,
): Promise<CallResponse<"trafficHeatmap">> {
  const { data } = analyticsEvents;
  const events = (code: "click" | "page_size") =>
    and(
      eq(analyticsEvents.page, page),
      eq(analyticsEvents.code, code),
      gte(analyticsEvents.createdAt, subtractTime(now(), rawDays, "day")),
      sql`${data}->>'shell' = ${shell}`,
    );
  const [size] = await database
    .select({ data })
    .from(analyticsEvents)
    .where(events("page_size"))
    .orderBy(desc(analyticsEvents.createdAt), desc(analyticsEvents.id))
    .limit(1);
  // The right edge (1,000 thousandths) belongs to the last field.
  const x = sql<number>`least(floor((${data}->>'x')::float8 / ${sql.raw(String(across))}), ${sql.raw(String(1_000 / across - 1))})::int`;
  const y = sql<number>`floor((${data}->>'y')::float8 / ${sql.raw(String(down))})::int`;
  const clicks = sql<number>`count(*)::int`;
  const rows = await database
    .select({
      x,
      y,
      clicks,
      text: sql<string>`max(${data}->>'text')`,
      all: sql<number>`sum(count(*)) over ()::int`,
    })
    .from(analyticsEvents)
    .where(and(events("click"), sql`${data} ? 'x'`, sql`${data} ? 'y'`))
    .groupBy(x, y)
    .orderBy(desc(clicks), y, x)
    .limit(spotsMax);
  const pixels = (name: string) => Number(size?.data[name] ?? 0);
  return {
    clicks: rows[0]?.all ?? 0,
    width: pixels("width"),
    height: pixels("height"),
    spots: rows.map(({ all: _, ...spot }) => ({
      ...spot,
      x: spot.x * across + across / 2,
      y: spot.y * down + down / 2,
    })),
  };
}
