import {
  type Cookie,
  createCookie,
  createCookieSessionStorage,
  type Session,
  type SessionStorage,
} from "@remix-run/node";
import { CSRF } from "remix-utils/csrf/server";
import type { VerificationState } from "~/account/verification-state.server";
import type { ActivityProofs } from "~/activities/proof.server";
import type { KeptPress } from "~/endpoints/pressed/kept-press.server";
import type { CompletionDraft } from "~/profile/completion/draft.server";
import { cookieNames } from "./names";

/**
 * What the portal keeps of a visitor in its own signed cookie (spec 3.1): small, and nothing a browser should
 * read.
 */
export interface PortalSessionData {
  hasLogin: boolean;
  uid: number;
  jalorSecurityToken: string;
  hasReqPhone: boolean;
  forumAdmin: boolean;
  /**
   * Codes that were sent and contacts that were proved, between the steps of a flow (spec 4, contact change).
   */
  verification: VerificationState;
  /** The code that was sent for an activity, and what codes proved. */
  activityProofs: ActivityProofs;
  /** Entries of the steps of the completion modal. */
  completion: CompletionDraft;
  /** How many things a moderator wants on a page of a list. */
  listSize: number;
  /** The button that a visitor pressed; its action is done after they sign in. */
  pressed: KeptPress;
}

/** Shown once on the next page. Short: the whole cookie must stay under 4 KB. */
export interface PortalFlash {
  notice: string;
  /** The same for what did not go through. */
  problem: string;
  /** Opens the login dialog, leading back to this address. */
  loginFor: string;
  /** A code was just sent, for this. */
  codeSent: string;
  /**
   * What the notice offers to undo: the number of a moderators' batch, or `12:34`, a review of an activity's
   * sign-ups.
   */
  undo: string;
  /** What a check-in came to, as JSON: it is shown as large as it can be, not as a line. */
  checkIn: string;
}

export type PortalSession = Session<PortalSessionData, PortalFlash>;

interface Cookies {
  storage: SessionStorage<PortalSessionData, PortalFlash>;
  csrf: CSRF;
  csrfCookie: Cookie;
}

const cookiesByOrigin = new Map<string, Cookies>();

/**
 * The cookie session and the CSRF tokens, `secure` behind TLS. @param secrets the first signs, all verify; a token is a
 * random text that its cookie signs
 */
export function portalCookies(secrets: readonly string[], secure: boolean): Cookies {
  const key = `${secure}:${secrets.join(",")}`;
  const present = cookiesByOrigin.get(key);
  if (present) return present;
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const csrfCookie = createCookie(cookieNames.formToken, { ...options, secrets: [...secrets] });
  const cookies: Cookies = {
    storage: createCookieSessionStorage<PortalSessionData, PortalFlash>({
      cookie: { ...options, name: cookieNames.session, secrets: [...secrets], maxAge: 30 * 86_400 },
    }),
    csrf: new CSRF({ cookie: csrfCookie, formDataKey: "csrf" }),
    csrfCookie,
  };
  cookiesByOrigin.set(key, cookies);
  return cookies;
}
