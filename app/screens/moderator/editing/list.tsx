import { Link, useLoaderData } from "@remix-run/react";
import { wordsOf } from "contract/content/kinds/words";
import { contentStateNames, contentStates } from "contract/content/transitions";
import { z } from "zod";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Forbidden } from "~/gateway-client/errors";
import { listAddress } from "~/lists/kit/list-address";
import { typedText } from "~/lists/kit/list-query.server";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import filter from "../fields/filter.module.css";
import { ListHead } from "../fields/list-head";
import { ModeratorScreen } from "../frame";
import styles from "./editing.module.css";
import { KindTabs } from "./kind-tabs";
import { kindInPath, missingPiece } from "./piece-address";
import { PieceRow } from "./piece-row";
import { severalIntents } from "./several/several.server";
import { SeveralForm } from "./several/several-form";
import { loadTable, tableIntents, undecidedTable } from "./table/table.server";
import { TableScreen } from "./table/table-screen";
import { useDraftsOnly } from "./use-drafts-only";

const narrowings = { conflict: "和内容包有冲突", scheduled: "有定时", drafted: "有没发布的修改" } as const;
const onlyNames = Object.keys(narrowings) as [keyof typeof narrowings, ...(keyof typeof narrowings)[]];

const inputs = {
  params: z.object({ kind: kindInPath }),
  query: z.object({
    text: typedText,
    state: z.enum(contentStateNames).optional().catch(undefined),
    only: z.enum(onlyNames).optional().catch(undefined),
    /** Instead of the list: the parameters of a product class as a table; empty for the first class. */
    table: z
      .string()
      .regex(/^\d{0,9}$/)
      .optional()
      .catch(undefined),
    size: optionalListSize,
    page: pageNumber,
  }),
  missing: missingPiece,
};

/** Who may not edit it goes to the home page. */
const elsewhere =
  (scope: Scope) =>
  async (error: unknown): Promise<never> => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  };

/**
 * /moderator/content/{kind}: the pieces of one kind of content, for its editors; with `table` the parameters of a
 * product class.
 */
export const loader = screenLoader(inputs, async ({ scope, params: { kind }, query }) => {
  const { text, state, only, table, page } = query;
  if (kind === "products" && table !== undefined)
    return {
      text,
      ofTable: await loadTable(scope, { table, text: text.slice(0, 60), page }).catch(elsewhere(scope)),
    };
  const size = listSizeOf(scope, query.size);
  const filters = { text: text.slice(0, 60), ...(state ? { state } : {}), ...(only ? { only } : {}) };
  const list = await scope.gateway
    .call("contentList", { kind, ...filters, page, size })
    .catch(elsewhere(scope));
  return { kind, list, size, filters: { text: filters.text, state, only, page } };
});
export const meta = screenMeta();
export const action = screenAction(inputs, { ...tableIntents, ...severalIntents, default: undecidedTable });

interface Query {
  text?: string;
  state?: string;
  only?: string;
  page: number;
}
const { listHref, isNarrowed } = listAddress<Query>({ narrowing: ["text", "state", "only"] });

export default function ContentPieces() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.ofTable) return <TableScreen {...loaded.ofTable} text={loaded.text} />;
  return <PieceList {...loaded} />;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function PieceList({ kind, list, size, filters }: Exclude<Loaded, { ofTable: object }>) {
  const { to } = useShell();
  const { name, counted, states, key } = wordsOf(kind);
  // Of some kinds there is one.
  const isThere = Object.keys(key?.names ?? {}).length === 1 && list.total > 0;
  const path = to(staffPaths.contentPieces(kind));
  const ownFilters = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return (
    <ModeratorScreen title="内容编辑">
      <div className={styles.top}>
        <KindTabs kind={kind} />
        {kind === "products" ? (
          <Link to={to(staffPaths.productTable())} className="button" prefetch="none">
            参数表
          </Link>
        ) : null}
        {isThere ? null : (
          <Link to={to(paths.contentPiece(kind))} className="button" data-primary prefetch="none">
            新建{name}
          </Link>
        )}
      </div>
      <FilterForm
        id="filter"
        values={ownFilters}
        action={path}
        className={filter.filter}
        aria-label={`筛选${name}`}
      >
        <TextField label="标题或编号" name="text" maxLength={60} />
        <SelectField label="状态" name="state">
          <option value="">全部状态</option>
          <Options of={{ ...contentStates, ...states }} />
        </SelectField>
        <SelectField label="只看" name="only">
          <option value="">全部</option>
          <Options of={narrowings} />
        </SelectField>
        <button type="submit" className="button">
          查找
        </button>
      </FilterForm>
      {list.pieces.length === 0 ? (
        <EmptyState
          title={isNarrowed({ ...ownFilters, page: 1 }) ? `没有符合条件的${name}` : `还没有${name}`}
          text={`换个条件再找，或者新建一${counted}。`}
        />
      ) : (
        <Rows kind={kind} list={list} size={size} />
      )}
      <Pagination
        page={list.page}
        pages={list.pages}
        href={(page) => listHref(path, { ...ownFilters, page: 1 }, { page })}
      />
    </ModeratorScreen>
  );
}

/** The pieces; where there are several, they can be published and taken down together. */
function Rows({ kind, list, size }: Pick<Exclude<Loaded, { ofTable: object }>, "kind" | "list" | "size">) {
  const isChosen = !useDraftsOnly(kind) && list.total > 1;
  const rows = (
    <>
      <ListHead
        total={list.total}
        words={`${wordsOf(kind).counted}，最近改过的在前`}
        visible={list.pieces.length}
        size={size}
        chosen={isChosen}
        whole={false}
      />
      <ul className={styles.rows}>
        {list.pieces.map((piece) => (
          <PieceRow key={piece.key} kind={kind} piece={piece} isChosen={isChosen} />
        ))}
      </ul>
    </>
  );
  return isChosen ? <SeveralForm kind={kind}>{rows}</SeveralForm> : rows;
}
