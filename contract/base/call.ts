import type { z } from "zod";
import type { Access } from "./access";
import type { KeepFor } from "./keep-for";
import { forwardPrefix, wrappedPrefix } from "./wire";

/** The groups of spec 7.2 that have rows in the contract. */
export type CallGroup =
  | "session"
  | "profile"
  | "terms"
  | "home"
  | "forum"
  | "resources"
  | "development"
  | "search"
  | "person"
  | "messages"
  | "suggestion"
  | "privacy"
  | "baseChecks"
  | "products"
  | "information"
  | "moderator"
  | "account"
  | "activity"
  | "analytics";

/**
 * The effect of a call on what other people see.
 * - `reads`: it writes nothing.
 * - `private`: it changes nothing on shared pages, or nothing that must appear there soon: drafts, messages, codes,
 *   counted views.
 * - `adds`: it adds or counts something; shared pages may show it some seconds later: replies, likes.
 * - `hides`: it hides or replaces something that others could see: edits, deletions.
 */
export type CallEffect = "reads" | "private" | "adds" | "hides";

/**
 * How a call is answered while an administrator sees pages as somebody else (docs/decisions/moderation.md, "See as").
 * - `shown`: as for that person; it shows what everybody may read, or what pages that others have too mark for the person.
 * - `withheld`: not, because the answer is the person's alone or an administrator's; the page says so.
 * - `ends`: as for the administrator, because it ends this.
 */
export type SeenAs = "shown" | "withheld" | "ends";

/**
 * Rate limits, each with its own window (gateway/server/limits.ts), counted by account, or by network for visitors.
 * Every call that writes has one, and so do expensive reads.
 */
export type CallLimit =
  // Writes: forms, edits of one's own texts, button presses, and calls with a window of their own.
  | "submit"
  | "edit"
  | "press"
  | "settings"
  | "draft"
  | "profileSave"
  | "upload"
  | "videoPiece"
  | "report"
  | "moderate"
  | "consent"
  | "messageMark"
  | "accessRecord"
  | "studyPosition"
  | "examAnswer"
  | "collect"
  // Expensive reads.
  | "render"
  | "wordCheck"
  | "search"
  | "suggest"
  | "view";

/** A section, topic or post by its id (fid, tid or pid), for which the gateway finds the section; or an activity. */
export type CallTarget = { section: number } | { topic: number } | { post: number } | { activity: number };

/**
 * One row of the contract: everything that the client, the gateway, the OpenAPI page and the tests need to know about
 * a call.
 */
export interface Call<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  group: CallGroup;
  /** One English line for the OpenAPI document. */
  summary: string;
  method: "GET" | "POST";
  /** Starts with `/api/v1/` for a wrapped forum call, with `/gateway/` otherwise. */
  path: string;
  /**
   * Other paths of the call, by a field of the request (spec 6): a request with this value goes to that path, and
   * that path accepts no other value. `path` accepts every request.
   */
  also?: { field: string; paths: Readonly<Record<string, string>> };
  /** How the request is sent: a query (GET), JSON, a form-style body, or the four-part file upload of spec 7.1. */
  body: "query" | "json" | "form" | "file";
  /** Fields of a form-style POST that are sent in its query instead of the body (spec 7.2, Privacy). */
  inQuery?: readonly string[];
  access: Access;
  /**
   * Only within 10 minutes of a sign-in or of proving the identity again (`confirmIdentity`): for what cannot be undone,
   * appointments, exports and secrets. A function decides by the request.
   */
  recentSignIn?: true | { asks(request: z.output<Request>): boolean }["asks"];
  /**
   * The rate limit, checked before the request is parsed; when it is used up, the call is refused with TOO_FREQUENT.
   */
  limit?: CallLimit;
  /**
   * The targets of a `moderator` call: the caller must moderate the section of each. Of an `organiser` call: the
   * activity. Without `target`, or when a request has no target, every caller is refused.
   */
  target?(request: z.output<Request>): CallTarget | CallTarget[];
  /** Whether the call writes, and how that affects cached pages and answers (pages.ts). */
  effect: CallEffect;
  /** Every call that reads says it. A call that writes is refused without it, because whoever sees as another only looks. */
  seenAs?: SeenAs;
  /**
   * The topics, by tid, whose pages the cache must drop after a successful call. Without it, a call that hides drops
   * all pages, and one that adds drops none.
   */
  changedTopics?(response: z.output<Response>, request: z.input<Request>): number[];
  /**
   * Who may be answered from a read replica, which is some seconds behind. Without it: visitors, if the call reads.
   * `nobody`: the answer shows what a person without a session wrote just now. `visitors`: also if the call writes.
   * `everybody`: the answer counts over days.
   */
  replica?: "nobody" | "visitors" | "everybody";
  /** The call only changes a counter: cached answers may lack the change until they expire. */
  counts?: true;
  /**
   * How long the gateway (or a portal that calls it over HTTP) may cache the answer; without it the answer is not
   * cached.
   */
  keepFor?: KeepFor;
  request: Request;
  response: Response;
}

type Reading = { effect: "reads"; seenAs: SeenAs } | { effect: Exclude<CallEffect, "reads"> };

/** Declares a row, keeping the exact types of its request and response. */
export function defineCall<Request extends z.ZodType, Response extends z.ZodType>(
  call: Call<Request, Response> & Reading,
): Call<Request, Response> {
  return call;
}

/**
 * Whether a call acts for the account of a session: the gateway then requires the session's token. A GET that writes or
 * reads personal data does, and so does a write that is open to visitors.
 */
export function actsForAccount({ access, effect }: Pick<Call, "access" | "effect">): boolean {
  return access !== "visitor" || effect !== "reads";
}

/** Whether a call is wrapped in a POST with developerId, header names and requestBody (spec 7.1). */
export function isWrapped(call: Pick<Call, "path">): boolean {
  return call.path.startsWith(wrappedPrefix);
}

const onWire = (path: string): string => (isWrapped({ path }) ? `${forwardPrefix}${path}` : path);

/** The path for this request; without a request the call's own path. */
export function wirePath(call: Pick<Call, "path" | "also">, request?: unknown): string {
  const { field, paths } = call.also ?? { field: "", paths: {} };
  const value = (request as Record<string, unknown> | null | undefined)?.[field];
  const path = typeof value === "string" && Object.hasOwn(paths, value) ? paths[value] : undefined;
  return onWire(path ?? call.path);
}

/** All paths of a call, its own first. */
export function wirePaths(call: Pick<Call, "path" | "also">): string[] {
  return [...new Set([call.path, ...Object.values(call.also?.paths ?? {})])].map(onWire);
}

/** Whether the gateway accepts this request at this path. */
export function standsAt(call: Pick<Call, "path" | "also">, path: string, request: unknown): boolean {
  return path === wirePath(call) || path === wirePath(call, request);
}

/**
 * Whether a wrapped call sends the developer's id as a header: calls under the user and moderator prefixes do (spec
 * 6).
 */
export function forwardsDeveloperId(call: Pick<Call, "path">): boolean {
  return /^\/api\/v1\/(user|moderator)\//.test(call.path);
}

/** `Y` when the payload contains the developer's id, `N` for calls that visitors may make (spec 6). */
export function developerIdFlag(call: Pick<Call, "path" | "access">): "Y" | "N" {
  return call.access === "visitor" ? "N" : "Y";
}
