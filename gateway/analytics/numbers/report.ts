import type { CallRequest, CallResponse } from "contract";
import { type UsageMeasure, usagePeopleLeast, usageSourceNames } from "contract/analytics/constants";
import { addTime, dayOf, midnightOf } from "contract/base/time";
import { type SQL, sql } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { usageDays } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { figureOf, figuresOf, rowsOf, sumsBy } from "./rows";
import { thingsSeen } from "./things";

interface Sum {
  name: string;
  measure: UsageMeasure;
  amount: number;
  people: number;
}

const within = ({ from, to }: { from: string; to: string }): SQL =>
  sql`${usageDays.day} between ${from}::date and ${to}::date`;

/** The days from one to another, both included. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayOf(addTime(midnightOf(day), 1, "day"))) days.push(day);
  return days;
}

/** What people did with the things of one kind: a page of them, and all of them by day and by source. */
export async function usageReport(
  context: CallContext,
  request: CallRequest<"usageReport">,
): Promise<CallResponse<"usageReport">> {
  const { database } = context;
  const { of, source, id, size, sums: withSums } = request;
  const { rows, seen, isAll } = await thingsSeen(context, of);
  const of1 = sql`${usageDays.kind} = ${of} and ${within(request)}`;
  const chosen = source ? sql`${of1} and ${usageDays.source} = ${source}` : of1;
  const ofThings = sql`${chosen} and ${id === undefined ? sql`${usageDays.key} <> ''` : sql`${usageDays.key} = ${String(id)}`}`;
  const shown = sql`sum.people >= ${usagePeopleLeast}`;
  const list = sql`with sum as (${sumsBy(sql`${usageDays.key}`, ofThings)})
    select thing.id, thing.name, thing.beside, thing.downloads, json_agg(json_build_object(
        'measure', sum.measure, 'amount', sum.amount, 'people', sum.people)) as sums,
      coalesce(sum(sum.amount) filter (where sum.measure = 'view' and ${shown}), 0) as views,
      coalesce(sum(sum.amount) filter (where sum.measure = 'download' and ${shown}), 0) as downloaded
    from sum join (${rows}) as thing on thing.id = sum.name::bigint where ${seen}
    group by thing.id, thing.name, thing.beside, thing.downloads`;
  const [counted] = await rowsOf<{ total: number }>(
    database,
    sql`select count(*)::int as total from (${list}) as listed`,
  );
  const total = counted?.total ?? 0;
  const { offset, ...place } = pageOf(total, request.page, size);
  const items = await rowsOf<{
    id: number | string;
    name: string;
    beside: string;
    downloads: number | null;
    sums: Sum[];
  }>(database, sql`${list} order by views desc, downloaded desc, thing.id limit ${size} offset ${offset}`);
  const answer = {
    items: items.map(({ id: item, name, beside, downloads, sums }) => ({
      id: Number(item),
      name,
      beside,
      all: downloads,
      figures: figuresOf(sums),
    })),
    ...place,
    total,
  };
  const isSeen = withSums && (id === undefined ? isAll : total > 0);
  if (!isSeen) return { ...answer, whole: null, days: [], sources: [] };
  const key = id === undefined ? "" : String(id);
  const isWhole = sql`${usageDays.key} = ${key}`;
  const all = await rowsOf<Sum>(database, sumsBy(sql`''`, sql`${chosen} and ${isWhole}`));
  const byDay = await rowsOf<Sum>(
    database,
    sumsBy(sql`${usageDays.day}::text`, sql`${chosen} and ${isWhole}`),
  );
  const bySource = await rowsOf<Sum>(database, sumsBy(sql`${usageDays.source}`, sql`${of1} and ${isWhole}`));
  const views = bySource.filter(({ measure }) => measure === "view");
  return {
    ...answer,
    whole: figuresOf(all),
    days: daysOf(request).map((day) => ({
      day,
      figures: figuresOf(byDay.filter(({ name }) => name === day)),
    })),
    sources: usageSourceNames.map((name) => {
      const sum = views.find((one) => one.name === name);
      return { source: name, view: sum ? figureOf(sum.amount, sum.people) : 0 };
    }),
  };
}

/** The texts that were searched for most, or that nothing was found for; only those of at least five people. */
export async function searchNumbers(
  { database }: CallContext,
  request: CallRequest<"searchNumbers">,
): Promise<CallResponse<"searchNumbers">> {
  const { missed, size } = request;
  const measure = missed ? "miss" : "search";
  const where = sql`${usageDays.kind} = 'searches' and ${usageDays.measure} = ${measure} and ${within(request)}`;
  const list = sql`select sum.name, sum.amount, (select max(${usageDays.day})::text from ${usageDays}
      where ${where} and ${usageDays.key} = sum.name) as last
    from (${sumsBy(sql`${usageDays.key}`, where)}) as sum where sum.people >= ${usagePeopleLeast}`;
  const [counted] = await rowsOf<{ total: number }>(
    database,
    sql`select count(*)::int as total from (${list}) as listed`,
  );
  const { offset, ...place } = pageOf(counted?.total ?? 0, request.page, size);
  const items = await rowsOf<{ name: string; amount: number; last: string }>(
    database,
    sql`${list} order by sum.amount desc, sum.name limit ${size} offset ${offset}`,
  );
  return {
    items: items.map(({ name, amount, last }) => ({
      text: name,
      times: figureOf(amount, usagePeopleLeast) ?? 0,
      lastOn: last,
    })),
    ...place,
    total: counted?.total ?? 0,
  };
}
