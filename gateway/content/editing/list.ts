import type { CallRequest, CallResponse } from "contract";
import { closedEditor } from "contract/content/constants";
import { type ContentKind, wordsOf } from "contract/content/kinds/words";
import type { ContentState } from "contract/content/transitions";
import { type SQL, sql } from "drizzle-orm";
import { likeContaining } from "../../database/like";
import { pageOf } from "../../database/pages";
import { accounts, contentPieces, contentVersions } from "../../database/schema";
import type { CallContext } from "../../server/context";
import { editedKinds } from "./kinds/all";
import { editedCondition } from "./may-edit";

interface Row {
  key: string;
  title: string;
  state: ContentState;
  version: number;
  published_version: number;
  publish_at: string | Date | null;
  publish_version: number;
  withdraw_at: string | Date | null;
  conflict: boolean;
  changed_at: string | Date;
  editor: string | null;
  /** Where its newest version comes from; null for a piece that nobody edited. */
  origin: "typed" | "pack" | "restored" | null;
}

/** Empty where there is none: rows that no load and no editor placed have the beginning of time. */
const iso = (at: string | Date | null) =>
  at === null || new Date(at).getTime() === 0 ? "" : new Date(at).toISOString();

/** Taken down is an end, and no draft waits there; but not where a kind has its own word for that state. */
const drafted = (kind: ContentKind) =>
  wordsOf(kind).states?.withdrawn === undefined
    ? sql`(version > published_version and state <> 'withdrawn')`
    : sql`version > published_version`;

const narrowed = {
  conflict: () => sql`conflict`,
  scheduled: () => sql`(publish_at is not null or withdraw_at is not null)`,
  drafted,
};

/** The pieces of a kind: its rows, and what was edited in the browser, also before it is published. */
const piecesOf = (kind: CallRequest<"contentList">["kind"]): SQL => sql`
  select coalesce(own.key, standing.key) as key, coalesce(own.title, standing.title) as title,
    coalesce(own.state, case when standing.delisted then 'withdrawn' else 'published' end) as state,
    coalesce(own.version, 0) as version, coalesce(own.published_version, 0) as published_version,
    own.publish_at, coalesce(own.publish_version, 0) as publish_version, own.withdraw_at,
    own.conflict is not null as conflict, own.edited_by_id,
    case when own.held = 'browser' then own.edited_at
      else greatest(own.edited_at, standing.changed_at) end as changed_at
  from (${editedKinds[kind].rows}) as standing
  full join (select * from ${contentPieces} where ${contentPieces.kind} = ${kind}) as own on own.key = standing.key`;

/**
 * The pieces of a kind that the caller may edit, latest change first. It reads all rows of the kind: an operator has
 * thousands of them at most, and only those who edit open the list. Tags are more where topics made them; those come
 * last.
 */
export async function contentList(
  { kind, text, state, only, page: wanted, size }: CallRequest<"contentList">,
  context: CallContext,
): Promise<CallResponse<"contentList">> {
  const { database } = context;
  const matches = sql.join(
    [
      await editedCondition(context, kind, { key: sql`pieces.key`, version: sql`pieces.version` }),
      ...(text === "" ? [] : [sql`(title ilike ${likeContaining(text)} or key = ${text})`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
      ...(only === undefined ? [] : [narrowed[only](kind)]),
    ],
    sql` and `,
  );
  const pieces = sql`(${piecesOf(kind)}) as pieces`;
  const counted = (await database.execute(
    sql`select count(*)::int as total from ${pieces} where ${matches}`,
  )) as unknown as { rows: [{ total: number }] };
  const { total } = counted.rows[0];
  const { offset, page, pages } = pageOf(total, wanted, size);
  const { rows } = (await database.execute(sql`
    select pieces.*, (select ${accounts.nickname} from ${accounts} where ${accounts.id} = pieces.edited_by_id) as editor,
      (select ${contentVersions.origin} from ${contentVersions} where ${contentVersions.kind} = ${kind}
        and ${contentVersions.key} = pieces.key and ${contentVersions.version} = pieces.version) as origin
    from ${pieces} where ${matches} order by changed_at desc, length(key), key limit ${size} offset ${offset}`)) as unknown as {
    rows: Row[];
  };
  return {
    pieces: rows.map((row) => ({
      key: row.key,
      title: row.title,
      state: row.state,
      version: row.version,
      publishedVersion: row.published_version,
      publishAt: iso(row.publish_at),
      publishVersion: row.publish_version,
      withdrawAt: iso(row.withdraw_at),
      conflict: row.conflict,
      changedAt: iso(row.changed_at),
      editor: row.editor ?? (row.origin === null || row.origin === "pack" ? "" : closedEditor),
    })),
    page,
    pages,
    total,
  };
}
