import type { LogAction, LogTarget, LogValues, ModerationOptions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import type { Services } from "../../server/context";
import type { Operator } from "../operator";

/** What one form asks for: its action, operator and reason. */
export interface Work {
  action: LogAction;
  options: ModerationOptions;
  operator: Operator;
  reason: { id: number; text: string } | null;
  at: Date;
  /** The data that `prepare` made for the act. */
  prepared?: unknown;
}

/** The outcome of an act on one target. */
export interface ActOutcome {
  sectionId: number | null;
  /** The person whom the act concerns. */
  personId: number | null;
  before: LogValues;
  after: LogValues;
  /** The values that an undo needs beyond those in the log. */
  undo?: LogValues;
  /** Topics whose pages have changed. */
  tids: number[];
  /** The target's kind, when it differs from the act's own. */
  kind?: LogTarget;
  /** Who is notified, and about which text; the notice is sent only if the table of actions says so. */
  tell?: { accountIds: number[]; topicId?: number; postId?: number };
  /** Another batch that an extra job undoes, because this act takes back its cause. */
  undoes?: number;
  /** A further batch for the same reason, which this act causes. */
  follows?: { action: LogAction; ids: number[]; submissionId?: string };
}

/**
 * How one target is acted on: `act` locks it, checks that the action is allowed, and changes it. Throws the refusal.
 */
export interface Act {
  kind: LogTarget;
  /** Prepares data before the transaction begins. */
  prepare?(
    services: Pick<Services, "database" | "texts">,
    id: number,
    work: Omit<Work, "operator">,
  ): Promise<unknown>;
  act(database: Database, id: number, work: Work): Promise<ActOutcome>;
}
