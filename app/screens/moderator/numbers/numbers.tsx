import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { orWithout } from "~/failure/explain.server";
import { MissingPart } from "~/failure/missing-part";
import { Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { ModeratorScreen } from "../frame";
import { NumbersFilter } from "./filter";
import { type Numbers, type NumbersPage, numbersPage, orHome, readNumbers } from "./numbers.server";
import { type NumbersQuery, nameOfTable, numbersQuery } from "./numbers-query";
import { ProgressPart } from "./progress-part";
import { QuestionsPart } from "./questions-part";
import { SearchesPart } from "./searches-part";
import { UsagePart } from "./usage-part";

interface NumbersData {
  query: NumbersQuery;
  shown: NumbersPage;
  numbers: Numbers | null;
  /** The gateway did not give it. */
  isMissing: boolean;
}

/**
 * /moderator/numbers: what people did with products, resources, courses and topics, what they searched for, and
 * questions without answers. The table, its days and its filters are in the address. Days that are none are 400.
 */
export const loader = screenLoader({ query: numbersQuery }, async ({ scope, query }) => {
  const shown = await numbersPage(scope, query);
  const isValid = Object.keys(shown.problems).length === 0;
  const { of, from, to } = shown;
  const numbers = isValid
    ? await orWithout(
        scope,
        readNumbers(scope, { of, from, to, page: query.page }, query).catch(orHome(scope)),
        null,
      )
    : null;
  const loaded: NumbersData = { query, shown, numbers, isMissing: isValid && numbers === null };
  return data(loaded, { status: isValid ? 200 : 400 });
});
export const meta = screenMeta();

export default function NumbersScreen() {
  const { query, shown, numbers, isMissing } = useLoaderData<typeof loader>() as NumbersData;
  const { to } = useShell();
  const { of, tables } = shown;
  const { page: _, of: __, id, ...days } = query;
  const address = { of, ...days, id };
  const href = (more: object) => to(staffPaths.numbers({ ...address, ...more }));
  return (
    <ModeratorScreen title="数据">
      <Tabs
        label="看什么"
        tabs={tables.map((name) => ({
          name: nameOfTable(name),
          // A source is one of views, which only things have.
          href: to(staffPaths.numbers({ ...days, of: name })),
          current: name === of,
        }))}
      />
      {of === "questions" ? null : <NumbersFilter query={query} shown={shown} />}
      {isMissing ? <MissingPart name="数据" /> : null}
      {numbers === null ? null : numbers.table === "usage" ? (
        <UsagePart report={numbers.report} of={of} shown={shown} href={href} chosen={id !== undefined} />
      ) : numbers.table === "progress" ? (
        <ProgressPart report={numbers.report} shown={shown} />
      ) : numbers.table === "searches" ? (
        <SearchesPart report={numbers.report} missed={of === "misses"} />
      ) : (
        <QuestionsPart report={numbers.report} />
      )}
      {numbers === null ? null : (
        <p className="facts">
          <a href={staffPaths.numbersTable(address)} download>
            导出 CSV
          </a>
          {numbers.table === "usage" && numbers.report.days.length > 0 ? (
            <a href={staffPaths.numbersTable({ ...address, by: "day" })} download>
              按天导出 CSV
            </a>
          ) : null}
        </p>
      )}
      {numbers !== null && numbers.table !== "questions" ? (
        <Pagination page={numbers.report.page} pages={numbers.report.pages} href={(page) => href({ page })} />
      ) : null}
    </ModeratorScreen>
  );
}
