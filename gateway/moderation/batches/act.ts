import type { LogAction, LogTarget, LogValues, ModerationOptions } from "contract/moderation/actions";
import type { Database } from "../../database/open";
import type { Services } from "../../server/context";
import type { Operator } from "../operator";

/** What is being done to the things of one form, by whom and why. */
export interface Work {
  action: LogAction;
  options: ModerationOptions;
  operator: Operator;
  reason: { id: number; text: string } | null;
  at: Date;
  /** What `prepare` made for the act. */
  prepared?: unknown;
}

/** What was done to one of them. */
export interface ActOutcome {
  sectionId: number | null;
  /** Whom it concerns. */
  personId: number | null;
  before: LogValues;
  after: LogValues;
  /** What an undo puts back, where that is more than the log may say. */
  undo?: LogValues;
  /** Topics whose pages are not what they were. */
  tids: number[];
  /** What it was done to, where that is not what the act is of. */
  kind?: LogTarget;
  /** Whom it concerns, of which text: told of it where the table of actions says so. */
  tell?: { accountIds: number[]; topicId?: number; postId?: number };
  /** A batch that goes back with it, as a job of its own. */
  undoes?: number;
  /** What comes of it besides, as a batch of its own for the same reason. */
  follows?: { action: LogAction; ids: number[]; submissionId?: string };
}

/** How one thing is acted on: locks it, checks that it may be, changes it. Throws the refusal. */
export interface Act {
  kind: LogTarget;
  /** What has to be made for it before the transaction begins. */
  prepare?(
    services: Pick<Services, "database" | "texts">,
    id: number,
    work: Omit<Work, "operator">,
  ): Promise<unknown>;
  act(database: Database, id: number, work: Work): Promise<ActOutcome>;
}
