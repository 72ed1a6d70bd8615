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

/** The visitor's session in the portal's signed cookie (spec 3.1). It is small, and hidden from scripts. */
export interface PortalSessionData {
  hasLogin: boolean;
  uid: number;
  jalorSecurityToken: string;
  hasReqPhone: boolean;
  forumAdmin: boolean;
  /** Sent codes and proved contacts, between the steps of a flow (spec 4, contact change). */
  verification: VerificationState;
  /** The code sent for an activity, and the proofs of its codes. */
  activityProofs: ActivityProofs;
  /** Values entered in the steps of the completion dialog. */
  completion: CompletionDraft;
  /** The number of rows on a page of a moderator's list. */
  listSize: number;
  /** The page on which an administrator began to see pages as somebody else. */
  sawAsFrom: string;
  /** The pressed button of a visitor; its action runs after they sign in. */
  pressed: KeptPress;
}

/** Data shown once on the next page. It must be short: the whole cookie must stay under 4 KB. */
export interface PortalFlash {
  notice: string;
  /** A notice about a failure. */
  problem: string;
  /** Opens the login dialog, which returns to this address. */
  loginFor: string;
  /** The purpose of a code that was just sent. */
  codeSent: string;
  /** What the notice can undo: the number of a moderators' batch, or `12:34`, a review of an activity's sign-ups. */
  undo: string;
  /** The result of a check-in, as JSON: it is shown as large as possible. */
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
 * The session cookie and the CSRF tokens, `secure` behind TLS. A token is a random text that its cookie signs.
 * @param secrets the first one signs, all verify
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
