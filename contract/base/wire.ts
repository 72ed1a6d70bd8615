/**
 * Everything on the wire between the portal and any gateway (spec 7.1): header names, fixed values, the two path
 * prefixes and the time limit. The spec does not give exact names; these are our defaults, and they are defined only
 * here.
 */

/** Sent with every call once signed in; also the response header of workspace-current that supplies it. */
export const csrfTokenHeader = "x-csrf-token";
/** The fixed client identifier sent with every call. */
export const clientIdHeader = "x-client-id";
export const clientId = "developer-portal";
/** The flag `ucg_flag=y`, a header of that name. */
export const ucgFlagHeader = "ucg_flag";
export const ucgFlag = "y";
/** One id for a page view; it is in the gateway's log and on the error page. */
export const traceIdHeader = "x-trace-id";
/** The same id under the name that proxies and log collectors know. */
export const requestIdHeader = "x-request-id";
/** The W3C trace context of a proxy in front, passed on unchanged. */
export const traceparentHeader = "traceparent";
/** The visitor's address, sent by the portal so that the gateway limits each visitor and not the portal. */
export const visitorAddressHeader = "x-visitor-address";
/** Wrapped calls under the user and moderator prefixes forward the developer's id in this header. */
export const developerIdHeader = "developerId";

/** The prefix of all paths that the gateway serves, on its own origin or on the portal's. */
export const gatewayPrefix = "/gateway";
/** A call whose path starts with this is wrapped: POSTed to `forwardPrefix + path`. */
export const wrappedPrefix = "/api/v1/";
export const forwardPrefix = `${gatewayPrefix}/forward`;
/** Stored files. Their addresses are root-relative: any host before this prefix in a response is removed. */
export const filesPrefix = `${gatewayPrefix}/files/`;
/** Attachments of posts at `{id}/{name}`; downloads are counted. */
export const attachmentsPrefix = `${gatewayPrefix}/attachments/`;
/** Files of sign-ups and works, only for authorised people: `/gateway/activity-files/{key}/{name}`. */
export const activityFilesPrefix = `${gatewayPrefix}/activity-files/`;

/** Files of resource versions at `{version id}/{name}`, signed; downloads are counted. */
export const downloadsPrefix = `${gatewayPrefix}/downloads/`;
/** The operator's videos, subtitles and documents at `{storage name}/{name}`, signed. */
export const mediaPrefix = `${gatewayPrefix}/media/`;
/** With this query the bytes of a file come from its own address, though the files of FILES_URL come from there. */
export const servedHere = "direct";
/** With this query of a signed address nobody between keeps a copy of the file. */
export const privateQuery = "Private";
/** With this query of a download's address a document is shown, and not counted. */
export const viewQuery = "View";
/** The embedded sign-in portal and the logout servlet: the only two gateway pages that browsers navigate to. */
export const signInPath = `${gatewayPrefix}/signin`;
/** The embedded complaint page, which the complaint dialog shows when COMPLAINT_FRAME_URL is not set (spec 2.7). */
export const complaintPath = `${gatewayPrefix}/complaint`;
export const logoutPath = `${gatewayPrefix}/logout`;
/** Where a sign-in through the company begins: `link=1` links a company account with the account that is signed in. */
export const companySignInPath = `${gatewayPrefix}/oidc/start`;
/** The page that makes a member the first administrator, by a link printed at the first start. */
export const firstAdministratorPath = `${gatewayPrefix}/first-administrator`;
/** The page that turns the mail digest off without signing in. */
export const unsubscribePath = `${gatewayPrefix}/unsubscribe`;

/** Whether the gateway and everything that it needs are ready: JSON for load balancers. */
export const readyPath = `${gatewayPrefix}/readyz`;
/** The names of the calls that a gateway has, for portals that start: `{ "calls": [] }`. */
export const callsPath = `${gatewayPrefix}/calls`;

/** Milliseconds after which a call is aborted (spec 9). */
export const callTimeout = 60_000;
/** An `errcode` of this value in a 200 body is a rejection (spec 7.1). */
export const rejectedCode = "9999";
/** Success of the profile calls: `success: true` and this `code` (spec 7.1). */
export const profileSuccessCode = "1000000000";

/** The gateway's own session cookie. The portal only forwards it. */
export const gatewaySessionCookie = "gateway_session";

/** The body of a wrapped call: whether the developer's id is required, which headers to forward, and the request. */
export interface WrappedBody {
  developerId: "Y" | "N";
  headers: string[];
  requestBody: unknown;
}

/**
 * The part of a submitted text that a refusal refers to: `[start, end)` in UTF-16 units; `item` is the text's index
 * in a list field.
 */
export interface TextMark {
  start: number;
  end: number;
  item?: number;
}

/**
 * The body of every refusal: a stable code, a Chinese message for people and, by field, messages and the parts of
 * texts that they refer to.
 */
export interface RefusalBody {
  errorCode: string;
  message: string;
  fields?: Record<string, string[]>;
  marks?: Record<string, TextMark[]>;
}
