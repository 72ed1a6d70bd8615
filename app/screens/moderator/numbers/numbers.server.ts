import type { CallResponse } from "contract";
import { Forbidden } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { loadOverview } from "../overview.server";
import {
  daysOf,
  type NumbersOf,
  type NumbersProblems,
  type NumbersQuery,
  tablesOf,
  thingOf,
} from "./numbers-query";

/** One of the tables, as the gateway gives it. */
export type Numbers =
  | { table: "usage"; report: CallResponse<"usageReport"> }
  | { table: "progress"; report: CallResponse<"courseNumbers"> }
  | { table: "searches"; report: CallResponse<"searchNumbers"> }
  | { table: "questions"; report: CallResponse<"questionNumbers"> };

interface Asked {
  of: NumbersOf;
  from: string;
  to: string;
  page: number;
  size?: number;
  /** Whether the sums by day and source are asked for too. */
  sums?: boolean;
}

/** Asks the gateway for one page of a table. */
export async function readNumbers(
  scope: Scope,
  { of, sums = true, ...asked }: Asked,
  { source, id }: Pick<NumbersQuery, "source" | "id">,
): Promise<Numbers> {
  const thing = thingOf(of);
  if (thing)
    return {
      table: "usage",
      report: await scope.gateway.call("usageReport", { ...asked, of: thing, source, id, sums }),
    };
  if (of === "questions")
    return { table: "questions", report: await scope.gateway.call("questionNumbers", {}) };
  if (of === "progress")
    return { table: "progress", report: await scope.gateway.call("courseNumbers", asked) };
  const missed = of === "misses";
  return { table: "searches", report: await scope.gateway.call("searchNumbers", { ...asked, missed }) };
}

export interface NumbersPage {
  of: NumbersOf;
  tables: NumbersOf[];
  from: string;
  to: string;
  problems: NumbersProblems;
}

/** Which table an address shows, and of which days. Whoever sees none goes home, and who sees no such table too. */
export async function numbersPage(scope: Scope, query: NumbersQuery): Promise<NumbersPage> {
  const overview = await loadOverview(scope);
  const me = await scope.personal();
  const offices = overview?.offices ?? me?.offices ?? (overview?.admin ? ["admin" as const] : undefined);
  // Without the overview nobody knows what an editor edits; the gateway gives them no others' numbers all the same.
  const kinds = overview ? overview.kinds : offices?.includes("editor") ? editedKinds : [];
  const tables = tablesOf({ offices, kinds });
  const of = query.of ?? tables[0];
  if (!of || !tables.includes(of)) throw await scope.redirect("/");
  return { of, tables, ...daysOf(query) };
}

/** The kinds of content that have numbers. */
const editedKinds = ["products", "resources", "courses"];

/** Leads home whom the gateway refuses. */
export const orHome =
  (scope: Scope) =>
  async (error: unknown): Promise<never> => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  };
