/**
 * What goes over the wire between the portal and any gateway (spec 7.1): header names, fixed values, the two
 * path prefixes and the time limit. The spec leaves exact names "not shown"; these are our defaults, and this
 * is the only place they stand.
 */

/** Sent with every call once signed in; also the response header of workspace-current that supplies it. */
export const csrfTokenHeader = "x-csrf-token";
/** The fixed client identifier sent with every call. */
export const clientIdHeader = "x-client-id";
export const clientId = "developer-portal";
/** The flag `ucg_flag=y`, a header of that name. */
export const ucgFlagHeader = "ucg_flag";
export const ucgFlag = "y";
/** One id for a whole page view: it is in the gateway's log and on the error page. */
export const traceIdHeader = "x-trace-id";
/** The same id under the name that proxies and log collectors know. */
export const requestIdHeader = "x-request-id";
/** The W3C trace context of whoever is in front, handed on as it came. */
export const traceparentHeader = "traceparent";
/**
 * The visitor's own address, sent by the portal so that the gateway's limits count people and not portals.
 */
export const visitorAddressHeader = "x-visitor-address";
/** Wrapped calls under the user and moderator prefixes forward the developer's id in this header. */
export const developerIdHeader = "developerId";

/** Everything the gateway serves stands under this prefix, on its own origin or on the portal's. */
export const gatewayPrefix = "/gateway";
/** A call whose contract path starts with this is wrapped: POSTed to `forwardPrefix + path`. */
export const wrappedPrefix = "/api/v1/";
export const forwardPrefix = `${gatewayPrefix}/forward`;
/** Stored files, served root-relative; any host before this prefix in a response is trimmed away. */
export const filesPrefix = `${gatewayPrefix}/files/`;
/** Attachments of posts: `{id}/{name}` under this, a download that is counted. */
export const attachmentsPrefix = `${gatewayPrefix}/attachments/`;
/** Files of sign-ups and works, for those whom they concern: `/gateway/activity-files/{key}/{name}`. */
export const activityFilesPrefix = `${gatewayPrefix}/activity-files/`;

/** Files of resources' versions: `{version id}/{name}` under this, signed, a download that is counted. */
export const downloadsPrefix = `${gatewayPrefix}/downloads/`;
/** Videos, subtitles and documents of the operator's: `{storage name}/{name}` under this, signed. */
export const mediaPrefix = `${gatewayPrefix}/media/`;
/** The embedded sign-in portal and the logout servlet: the two places a browser is sent to. */
export const signInPath = `${gatewayPrefix}/signin`;
/**
 * The stand-in complaint page, which the complaint dialog embeds where COMPLAINT_FRAME_URL says nothing else
 * (spec 2.7).
 */
export const complaintPath = `${gatewayPrefix}/complaint`;
export const logoutPath = `${gatewayPrefix}/logout`;
/** Where a sign-in through the company begins: `link=1` links a company account with the account that is signed in. */
export const companySignInPath = `${gatewayPrefix}/oidc/start`;
/** Where a link of the first start makes a member the first administrator. */
export const firstAdministratorPath = `${gatewayPrefix}/first-administrator`;
/** Where the mail digest is turned off, without signing in. */
export const unsubscribePath = `${gatewayPrefix}/unsubscribe`;

/** Whether the gateway can serve, and what it depends on: JSON for load balancers. */
export const readyPath = `${gatewayPrefix}/readyz`;

/** Milliseconds before a call is given up (spec 9). */
export const callTimeout = 60_000;
/** An `errcode` of this value in a 200 body is a rejection (spec 7.1). */
export const rejectedCode = "9999";
/** Success of the profile calls: `success: true` and this `code` (spec 7.1). */
export const profileSuccessCode = "1000000000";

/** The gateway's own session cookie. The portal only forwards it. */
export const gatewaySessionCookie = "gateway_session";

/**
 * The body of a wrapped call: whether the developer's id is wanted, which headers to forward, and the
 * request.
 */
export interface WrappedBody {
  developerId: "Y" | "N";
  headers: string[];
  requestBody: unknown;
}

/**
 * The part of a submitted text that a refusal is about: `[start, end)` in UTF-16 units; `item` is the text's
 * index where the field is a list.
 */
export interface TextMark {
  start: number;
  end: number;
  item?: number;
}

/**
 * The body of every refusal: a stable code, a Chinese message for people, and by field, where there are any,
 * messages and the spans that are meant.
 */
export interface RefusalBody {
  errorCode: string;
  message: string;
  fields?: Record<string, string[]>;
  marks?: Record<string, TextMark[]>;
}
