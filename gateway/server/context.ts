import type { CallName, CallRequest, CallResponse } from "contract";
import type { PagesChange } from "contract/base/pages";
import type { ContentKind } from "contract/content/kinds/words";
import type { SeenKind } from "contract/moderation/see-as/constants";
import type { ProfileChangeKind } from "contract/profile/fields";
import type { CompanySettings } from "../company/settings";
import type { Database } from "../database/open";
import type { accounts } from "../database/schema";
import type { PdfReader } from "../file-texts/pdf-reader";
import type { FileStores } from "../files/stores/file-stores";
import type { TextWorkers } from "../workers/text-workers";
import type { Delivery } from "./delivery";
import type { Domain } from "./domain";
import type { Limits } from "./limits";
import { Refusal } from "./refusal";
import type { Grant } from "./rights";

/** Data and callbacks of a request from the program that runs the gateway. */
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
  /** Kinds of profile changes that need a review, besides changes with sensitive words. */
  profileReview: ProfileChangeKind[];
  /** Whether a header of the portal or a proxy has the visitor's address; otherwise it is the peer's. */
  trustForwardedAddress: boolean;
  /**
   * Secrets that sign form tokens, captchas and addresses, the same in every process: the first one signs, all
   * verify. Without any, each process makes its own.
   */
  secrets?: readonly string[] | undefined;
  /** The company's sign-in; undefined if none is configured. */
  company?: CompanySettings | undefined;
  /** Whether administrators and moderators need a second factor for everything that only staff may do. */
  staffSecondFactor?: boolean | undefined;
  /** Demo mode: known passwords, and topics and members of the content pack are loaded. */
  demo: boolean;
  /** Where browsers fetch open files, when not here: the store's public address, or a content network's. */
  filesUrl?: string | undefined;
  /** The folder of the content pack that administrators check and load in the running portal; null without. */
  contentPack: string | null;
}

/** The services of the gateway, made once at start. */
export interface Services {
  /** The domains, for work that concerns all of them: needed files, exports, the end of an account. */
  domains: readonly Domain[];
  database: Database;
  /** The stores for files outside of the database. */
  files: FileStores;
  settings: GatewaySettings;
  delivery: Delivery;
  limits: Limits;
  /** The threads that parse texts. */
  texts: TextWorkers;
  /** The thread that reads the texts of PDFs. */
  pdfs: PdfReader;
  /**
   * Whether the disk of the embedded database has room; true for any other database. With `bytes`, whether it and the
   * store for new files have room for this many more bytes.
   */
  hasRoom(bytes?: number): Promise<boolean>;
  /** Reports that content was hidden or changed. A replica of the database is not used until it has replayed this. */
  readPrimary?(): void;
  /** Makes this process look for jobs now, for a job that a person waits for. */
  wakeJobs(): void;
  /** Reports the effect on shared pages of work outside calls, such as a job. */
  pagesChanged(change: PagesChange): void;
  /** The present time; tests can change it. */
  now(): Date;
}

/** What an editor may edit. */
export interface EditorScope {
  kinds: ContentKind[];
  /** The product classes to which pieces are narrowed that stand in classes, with all beneath; empty for all. */
  classes: number[];
}

/** What a lecturer writes drafts of: these courses, those that they began, and what belongs to them. */
export interface LecturerScope {
  courses: number[];
}

/** As whom an administrator sees pages, and until when. */
interface Seen {
  as: SeenKind;
  until: Date;
}

/** Who makes this call. */
export interface Caller {
  account: Account | null;
  /** The ids of the sections that the account was appointed to moderate. */
  fids: number[];
  /** What the account may edit by its role; an administrator edits everything without one. */
  editor: EditorScope | null;
  /** What the account may write drafts of by a lecturer's role. */
  lecturer: LecturerScope | null;
  /** Whether the account has an analyst's role. */
  analyst: boolean;
  /** The account's own rights in sections, which override the sections' rules. */
  grants: Grant[];
  /**
   * The hash of the session's token, the CSRF token of its calls, its browser, and the time when the person last
   * confirmed their identity; null without a session.
   */
  session: { tokenHash: string; csrfToken: string; userAgent: string; confirmedAt: Date } | null;
  /**
   * Whether the account is staff without the required second factor. Then it has only a member's rights:
   * `account.admin` is false, `fids` is empty, and it is neither editor, lecturer nor analyst.
   */
  lacksFactor?: boolean;
  /** Set for an administrator who sees pages as somebody else until a time: as whom their calls are answered. */
  seeing?: Seen & { caller: Caller };
  /** Set in that caller: an administrator reads what this one would, who must not be counted or see what is private. */
  seenBy?: Seen;
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

/** The caller's account. The access check ensures that it exists for every call above `visitor`. */
export function accountOf(context: CallContext): Account {
  if (!context.caller.account) throw new Refusal("NOT_SIGNED_IN");
  return context.caller.account;
}
