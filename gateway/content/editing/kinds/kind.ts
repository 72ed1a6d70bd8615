import type { ContentParameter } from "contract/content/editing";
import type { ContentBody } from "contract/content/kinds/bodies";
import type { SQL } from "drizzle-orm";
import type { Database } from "../../../database/open";

/** Messages by field. */
export type FieldProblems = Record<string, string[]>;

/** What stands of a piece that nobody edited in the browser. */
interface StandingPiece {
  body: ContentBody;
  html: string[];
  fingerprint: string;
  /** What a form was made from, where the fingerprint, which packs are compared with, does not say all of it. */
  shown?: string;
  delisted: boolean;
  changedAt: Date;
}

export interface Choice {
  value: string;
  name: string;
}

/** A kind of content on the gateway's side: its rows, and how one piece is read from them and written to them. */
export interface EditedKind {
  /** Selects `key`, `title`, `changed_at` and `delisted` of all rows of the kind. */
  rows: SQL;
  /** The key of a new piece; null where the editor types it, and then `isKey` checks it. */
  newKey: ((database: Database) => Promise<string>) | null;
  /** The problem of a typed key; null for a right one. */
  keyProblem(key: string): string | null;
  standing(database: Database, key: string): Promise<StandingPiece | null>;
  /**
   * The choices of its fields that are the operator's own, with what a body has, so that a form keeps it.
   * @param key the piece's own, where it is known and the choices depend on it
   */
  choices(database: Database, body: ContentBody, key?: string): Promise<Record<string, Choice[]>>;
  /**
   * Adds what a form does not have to a typed body before it is stored: numbers of new rows, and the whole of what a
   * row only names. Without it a body is stored as it is typed. Throws INVALID_REQUEST beside the controls.
   * @param newest what the newest version says
   */
  completed?(
    database: Database,
    body: ContentBody,
    piece: { key: string; newest: ContentBody | undefined },
    now: Date,
  ): Promise<ContentBody>;
  /** The parameters that its pieces may have, by class; without it there are none. */
  parameters?(database: Database): Promise<ContentParameter[]>;
  /** The products that a body names, for their names. */
  products(body: ContentBody): number[];
  /**
   * What a body names and does not exist, by the control in which it is typed.
   * @param key the piece's own; undefined for one that has none yet
   */
  missing(database: Database, body: ContentBody, key: string | undefined): Promise<FieldProblems>;
  /**
   * Why a version may not be published as it is, beside its fields, though nothing that it says is wrong in itself.
   * Without it any whole version may.
   * @param at when it is to be published
   */
  unfit?(
    database: Database,
    key: string,
    piece: { body: ContentBody; html: string[] },
    at: Date,
  ): Promise<FieldProblems>;
  /** The fields of lists of numbers that only administrators change, because they give people rights. */
  administratorFields?: readonly string[];
  /** The fields of lists of numbers that an editor changes, but no lecturer, because they give people rights in a course. */
  editorFields?: readonly string[];
  /**
   * Its pieces are checked against each other, also against what the browser changed since a pack was checked: who
   * publishes one waits for who publishes another.
   */
  together?: true;
  /** The stored documents that a body names, by control. A form keeps or removes them, and names those that its editor uploaded. */
  documents(body: ContentBody): { at: string; file: unknown }[];
  /** The Markdown of a body by the control in which it is typed, in the order of the HTML that `write` gets. */
  texts(body: ContentBody): { at: string; text: string }[];
  /** A piece as the draft of another one, without what belongs to this one alone. Without it pieces are not copied. */
  copied?(piece: { body: ContentBody; html: string[] }): { body: ContentBody; html: string[] };
  /** Writes one piece as a pack's load does. @param body a body that its schema accepts as a whole */
  write(database: Database, key: string, piece: WrittenPiece, now: Date): Promise<void>;
  /**
   * Where its pieces stand among the product classes, to which an editor's role may be narrowed. Without it every piece
   * belongs to whoever edits the kind.
   */
  places?: ClassPlaces;
  /** How its pieces belong to courses, of which lecturers write drafts. Without it lecturers have nothing of the kind. */
  teaches?: CoursePlaces;
  /** Why a piece cannot be taken down now; null when it can. Without it all can. */
  needed?(database: Database, key: string): Promise<string | null>;
  /** Takes one piece down as a pack's load does. */
  withdraw(database: Database, key: string, now: Date): Promise<void>;
}

/** How pieces of a kind stand in product classes. */
export interface ClassPlaces {
  /** Selects `key` and `class_id` of all rows of the kind. */
  rows: SQL;
  /** The field of a body that names the class. */
  field: string;
  /**
   * The pieces are classes themselves: each stands in itself, and its field names the class above. Another class above
   * it is a place too, to which only those move it who edit there.
   */
  areClasses?: true;
}

/** How pieces of a kind belong to courses: they are courses themselves, or a field of theirs names one. */
export type CoursePlaces =
  | { areCourses: true }
  | {
      areCourses?: never;
      /** Selects `key` and `course_id` of all rows of the kind. */
      rows: SQL;
      /** The field of a body that names the course. */
      field: string;
    };

interface WrittenPiece {
  body: ContentBody;
  html: string[];
  fingerprint: string;
}
