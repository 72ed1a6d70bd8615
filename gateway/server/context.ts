import type { CallName, CallRequest, CallResponse } from "contract";
import type { PagesChange } from "contract/base/pages";
import type { ProfileChangeKind } from "contract/profile/fields";
import type { Database } from "../database/open";
import type { accounts } from "../database/schema";
import type { TextWorkers } from "../workers/text-workers";
import type { Delivery } from "./delivery";
import type { Domain } from "./domain";
import type { Limits } from "./limits";
import { Refusal } from "./refusal";
import type { Grant } from "./rights";

/** What whoever runs the gateway says of a request, and wants to be told. */
export interface GatewayBindings {
  /** The peer's address. */
  address: string;
  noteAccount?: (id: number) => void;
}

export type Account = typeof accounts.$inferSelect;

/** The gateway's settings; the server reads them from the environment. */
export interface GatewaySettings {
  siteName: string;
  /** Origins a sign-in or logout may send the browser back to, besides the gateway's own. */
  allowedOrigins: string[];
  /** Live sessions an account may have; signing in once more pushes the oldest out. 1 is strict. */
  sessionsPerAccount: number;
  /** Spec 4, access mode. */
  accessConfig: 0 | 1;
  /** 0: registration is closed; 1: open; 2: open, and personal information must be completed. */
  registerConfig: 0 | 1 | 2;
  /**
   * Kinds of profile changes that a moderator looks at before they hold, besides those whose words ask for
   * it.
   */
  profileReview: ProfileChangeKind[];
  /**
   * Whether the visitor's address comes in a header of the portal's or of a proxy; otherwise it is the
   * peer's.
   */
  trustForwardedAddress: boolean;
  /**
   * Sign form tokens, captchas and addresses, the same in every process: the first signs, all verify; without any each
   * process makes its own.
   */
  secrets?: readonly string[] | undefined;
  /** Demo mode: known passwords, and topics and members of the content pack are loaded. */
  demo: boolean;
  /** The folder of the content pack that administrators check and load in the running portal; null without. */
  contentPack: string | null;
}

/** The services of the gateway, made once at start. */
export interface Services {
  /** What the domains add, for what goes through all of them: files that are needed, exports, the end of an account. */
  domains: readonly Domain[];
  database: Database;
  settings: GatewaySettings;
  delivery: Delivery;
  limits: Limits;
  /** The threads in which texts are read. */
  texts: TextWorkers;
  /**
   * Whether the disk that the embedded database lies on has room, for so many bytes more where that is said;
   * true where the database is elsewhere.
   */
  hasRoom(bytes?: number): Promise<boolean>;
  /** Has this process look for jobs now: for one that somebody waits for, once it is asked for. */
  wakeJobs(): void;
  /** Says what work that no call asked for, such as a job's, did to the pages that visitors share. */
  pagesChanged(change: PagesChange): void;
  /** The present moment; tests move it. */
  now(): Date;
}

/** Who makes this call. */
export interface Caller {
  account: Account | null;
  /** The ids of the sections that the account was appointed to moderate. */
  fids: number[];
  /** What the account alone may or may not do in sections, against their own rules. */
  grants: Grant[];
  /**
   * The hash of the session's token, the token that calls must carry, and the browser it was made in; null
   * without a session.
   */
  session: { tokenHash: string; csrfToken: string; userAgent: string } | null;
  /** True when the cookie names a session that was pushed out or revoked (spec 4, session conflict). */
  sessionEnded: boolean;
  address: string;
  traceId: string;
}

export interface CallContext extends Services {
  caller: Caller;
  /** Headers for the response, such as the security token of workspace-current. */
  responseHeaders: Headers;
}

export type Handler<Name extends CallName> = (
  request: CallRequest<Name>,
  context: CallContext,
) => Promise<CallResponse<Name>>;
export type Handlers = { [Name in CallName]: Handler<Name> };
/** The handlers of a group of the contract's rows: `satisfies HandlersOf<typeof topicCalls>`. */
export type HandlersOf<Calls> = { [Name in keyof Calls & CallName]: Handler<Name> };

/** The caller's account; the access check has made sure of it on every row above `visitor`. */
export function accountOf(context: CallContext): Account {
  if (!context.caller.account) throw new Refusal("NOT_SIGNED_IN");
  return context.caller.account;
}
