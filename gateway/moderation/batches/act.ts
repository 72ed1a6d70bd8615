import type { LogAction, LogTarget, LogValues, ModerationOptions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import type { Services } from "../../server/context";
import type { Operator } from "../operator";

/** The work of one form: its action, operator and reason. */
export interface Work {
  action: LogAction;
  options: ModerationOptions;
  operator: Operator;
  reason: { id: number; text: string } | null;
  at: Date;
  /** The data that `prepare` made for the act. */
  prepared?: unknown;
}

/** The outcome for one of them. */
export interface ActOutcome {
  sectionId: number | null;
  /** Whom it concerns. */
  personId: number | null;
  before: LogValues;
  after: LogValues;
  /** The values that an undo needs beyond those in the log. */
  undo?: LogValues;
  /** Topics whose pages are not what they were. */
  tids: number[];
  /** The target, where it is not the act's own. */
  kind?: LogTarget;
  /** Whom it concerns, of which text: told of it where the table of actions says so. */
  tell?: { accountIds: number[]; topicId?: number; postId?: number };
  /** A batch that goes back with it, as a job of its own. */
  undoes?: number;
  /** A further batch for the same reason that this act causes. */
  follows?: { action: LogAction; ids: number[]; submissionId?: string };
}

/** How one thing is acted on: locks it, checks that it may be, changes it. Throws the refusal. */
export interface Act {
  kind: LogTarget;
  /** Prepares data for it before the transaction begins. */
  prepare?(
    services: Pick<Services, "database" | "texts">,
    id: number,
    work: Omit<Work, "operator">,
  ): Promise<unknown>;
  act(database: Database, id: number, work: Work): Promise<ActOutcome>;
}
