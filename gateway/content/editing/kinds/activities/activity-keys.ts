import { randomBytes } from "node:crypto";
import type { ActivityDraft } from "contract/content/kinds/activities/activity-body";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";

/** A key that no row had before, also none that was removed: what people answered is kept by it. */
const newKey = (first: string) => `${first}${randomBytes(4).toString("hex")}`;

interface Keyed {
  key?: string | undefined;
}

/**
 * Rows with their keys: the one that the form carries, that of a row of the same name in the newest version which the
 * form has no more, or a new one. What was answered to a field of another type is no answer to this one.
 */
function keyed<Row extends Keyed>(
  rows: Row[],
  before: Row[],
  { first, nameOf }: { first: string; nameOf: (row: Row) => string | undefined },
): Row[] {
  const used = new Set(rows.flatMap(({ key }) => key ?? []));
  return rows.map((row) => {
    if (row.key !== undefined) return row;
    const same = before.find(({ key, ...old }) => nameOf(old as Row) === nameOf(row) && !used.has(key ?? ""));
    const key = same?.key ?? newKey(first);
    used.add(key);
    return { ...row, key };
  });
}

const typedName = ({ label, type }: { label?: string | undefined; type?: string | undefined }) =>
  `${type} ${label}`;

type Choices = NonNullable<ActivityDraft["fields"][number]["choices"]>;

/** Choices with their codes, by which answers name them. */
function codedChoices(choices: Choices, before: Choices): Choices {
  const used = new Set(choices.flatMap(({ code }) => code ?? []));
  return choices.map((choice) => {
    if (choice.code !== undefined) return choice;
    const same = before.find(({ code, name }) => name === choice.name && !used.has(code ?? ""));
    const code = same?.code ?? newKey("o");
    used.add(code);
    return { code, name: choice.name };
  });
}

/** Gives rows and choices of a typed body the keys by which sign-ups and works find them. */
export function withKeys(body: ContentBody, newest: ContentBody | undefined): ContentBody {
  const { categories, fields, workFields } = contentBodies.activities.draft.partial().parse(body);
  const before = contentBodies.activities.draft.partial().safeParse(newest ?? {}).data;
  const placed = keyed(fields ?? [], before?.fields ?? [], { first: "f", nameOf: typedName });
  return {
    ...body,
    categories: keyed(categories ?? [], before?.categories ?? [], {
      first: "c",
      nameOf: ({ name }) => name,
    }),
    fields: placed.map(({ choices = [], ...field }) => ({
      ...field,
      choices: codedChoices(choices, before?.fields?.find(({ key }) => key === field.key)?.choices ?? []),
    })),
    workFields: keyed(workFields ?? [], before?.workFields ?? [], {
      first: "w",
      nameOf: typedName,
    }),
  };
}
