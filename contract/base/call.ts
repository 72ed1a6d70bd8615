import type { z } from "zod/v4";
import type { Access } from "./access";
import { forwardPrefix, wrappedPrefix } from "./wire";

/** The groups of spec 7.2 that the contract has rows for. */
export type CallGroup =
  | "session"
  | "profile"
  | "terms"
  | "home"
  | "forum"
  | "search"
  | "person"
  | "messages"
  | "suggestion"
  | "privacy"
  | "baseChecks"
  | "account";

/**
 * What calls are counted by: an account's, or for visitors a network's, so many in a window
 * (gateway/server/limits.ts). Every call that writes names one, and reading calls that cost much.
 */
export type CallLimit =
  // Writing: forms sent, one's own texts changed, buttons pressed, and what has a window of its own.
  | "submit"
  | "edit"
  | "press"
  | "settings"
  | "draft"
  | "profileSave"
  | "upload"
  | "report"
  | "consent"
  | "messageMark"
  | "accessRecord"
  // Reading.
  | "render"
  | "wordCheck"
  | "search"
  | "suggest"
  | "view";

/** A thing of the forum by its id (fid, tid or pid); the gateway finds the section that it stands in. */
export type CallTarget = { section: number } | { topic: number } | { post: number };

/**
 * One row of the contract: everything that the client, the gateway, the OpenAPI page and the tests know of a
 * call.
 */
export interface Call<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  group: CallGroup;
  /** One English line for the OpenAPI document. */
  summary: string;
  method: "GET" | "POST";
  /** Starts with `/api/v1/` for a wrapped forum call, with `/gateway/` otherwise. */
  path: string;
  /**
   * How the request travels: a query (GET), JSON, a form-style body, or the four-part file upload of spec
   * 7.1.
   */
  body: "query" | "json" | "form" | "file";
  access: Access;
  /** What it is counted by, before its request is read: refused with TOO_FREQUENT when that is spent. */
  limit?: CallLimit;
  /**
   * What a request of a `moderator` call acts on, one thing or many: the caller has to moderate the section
   * of each. A row without it, and a request that names nothing, are for nobody.
   */
  target?(request: z.output<Request>): CallTarget | CallTarget[];
  /**
   * What a call that writes does to the pages that visitors share: it stands on none of them, or it only adds
   * or counts, which is seen some seconds later. A row that writes and says neither, nor `changedTopics`,
   * takes all pages away at once. See pages.ts.
   */
  pages?: "unchanged" | "later";
  /** The topics, by tid, whose pages a successful call takes away at once: something left their sight. */
  changedTopics?(response: z.output<Response>, request: z.input<Request>): number[];
  request: Request;
  response: Response;
}

/** Declares a row, keeping the exact types of its request and response. */
export function defineCall<Request extends z.ZodType, Response extends z.ZodType>(
  call: Call<Request, Response>,
): Call<Request, Response> {
  return call;
}

/** Whether a call is wrapped into a POST with developerId, header names and requestBody (spec 7.1). */
export function isWrapped(call: Pick<Call, "path">): boolean {
  return call.path.startsWith(wrappedPrefix);
}

/** The path a call is really sent to. */
export function wirePath(call: Pick<Call, "path">): string {
  return isWrapped(call) ? `${forwardPrefix}${call.path}` : call.path;
}

/**
 * Whether a wrapped call forwards the developer's id as a header: those under the user and moderator prefixes
 * (spec 6).
 */
export function forwardsDeveloperId(call: Pick<Call, "path">): boolean {
  return /^\/api\/v1\/(user|moderator)\//.test(call.path);
}

/** `Y` where the payload carries the developer's id, `N` for anonymous-capable calls (spec 6). */
export function developerIdFlag(call: Pick<Call, "path" | "access">): "Y" | "N" {
  return call.access === "visitor" ? "N" : "Y";
}
