import {
  activityFilesPrefix,
  attachmentsPrefix,
  companySignInPath,
  complaintPath,
  csrfTokenHeader,
  downloadsPrefix,
  filesPrefix,
  firstAdministratorPath,
  gatewayPrefix,
  gatewaySessionCookie,
  logoutPath,
  mediaPrefix,
  readyPath,
  signInPath,
  unsubscribePath,
} from "./base/wire";
import { exportsPrefix } from "./privacy/constants";

/**
 * One address of the gateway that is not a call: a page, a file, or what a load balancer asks. With the table of calls
 * this is everything that a gateway serves; docs/gateway.md explains it.
 */
export interface GatewayAddress {
  /** Its operation id in the OpenAPI document. */
  id: string;
  method: "get" | "post";
  /** The path, with its parameters in braces. */
  path: string;
  group: "pages" | "files" | "health";
  summary: string;
  description?: string;
  /**
   * Whether the portal needs it. `needed`: links of every portal lead here; `answered`: only addresses that the gateway
   * itself gave in answers lead here; `own`: only other pages of the gateway lead here, or nothing, so another gateway may have others or none.
   */
  standing: "needed" | "answered" | "own";
  /** Who gets it: `session` needs the session's cookie, `signature` the address as the gateway signed it. */
  who: "everyone" | "session" | "signature";
  query?: Readonly<Record<string, string>>;
  /** Headers of the request that change the answer. */
  headers?: Readonly<Record<string, string>>;
  /** The fields of the posted form. */
  form?: Readonly<Record<string, string>>;
  /** The answers by their status. */
  answers: Readonly<Record<number, GatewayAnswer>>;
}

interface GatewayAnswer {
  says: string;
  /** The type of the body; without it there is none. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

const page = "text/html";
const anyFile = "application/octet-stream";

const redirectQuery = {
  redirect:
    "Where the browser goes afterwards: a path of this origin, or an address whose origin the gateway knows. Anything else becomes `/`. Brackets, parentheses and carets are percent-encoded.",
};
const setsSession = {
  "set-cookie": `\`${gatewaySessionCookie}\`, with Path=/, HttpOnly, SameSite=Lax, and Secure behind https.`,
};
const signedQuery = {
  Expires: "Seconds since 1970 after which the address is refused with 410.",
  Signature: "The gateway's signature of the path and of Expires.",
};
const rangeHeaders = {
  range: "One range of bytes, so that players can seek and downloads can resume.",
  "if-range": "The entity tag of the part that is there already; the whole file is sent if it is another.",
  "if-none-match": "The entity tag of a copy: 304 if it is still good.",
};
const ranged = {
  200: {
    says: "The whole file.",
    type: anyFile,
    headers: { etag: "The name of the content.", "accept-ranges": "bytes", "content-length": "Its bytes." },
  },
  206: {
    says: "The range that was asked for.",
    type: anyFile,
    headers: { "content-range": "bytes FIRST-LAST/ALL" },
  },
  304: { says: "The copy is still good." },
  416: { says: "The range is outside of the file.", headers: { "content-range": "bytes */ALL" } },
} as const;
const saved = {
  "content-disposition": "attachment, with the file's name in UTF-8.",
  "x-content-type-options": "nosniff",
};
const noFile = { says: "There is no such file, or not for this person.", type: page };
const expired = { says: "The address has expired: a page that leads to a new one.", type: page };

/** A page that shows a form and takes it. */
const formPage = (id: string, path: string, summary: string): GatewayAddress[] => [
  {
    id: `${id}Page`,
    method: "get",
    path,
    group: "pages",
    summary,
    standing: "own",
    who: "everyone",
    query: redirectQuery,
    answers: { 200: { says: "The page.", type: page }, 303: { says: "There is nothing to do here." } },
  },
  {
    id,
    method: "post",
    path,
    group: "pages",
    summary: `${summary}: its form.`,
    standing: "own",
    who: "everyone",
    query: redirectQuery,
    form: { formToken: "The token that the page put into its form, for the browser's form cookie." },
    answers: {
      303: { says: "Done: on to the address of `redirect`, or to the next step." },
      422: { says: "The form again, with what is wrong by its field.", type: page },
      429: { says: "Too many tries: the form again, with the time to wait.", type: page },
    },
  },
];

/** A page that only the gateway's own pages, mails or providers lead to. */
const ownPage = (
  id: string,
  path: string,
  summary: string,
  method: GatewayAddress["method"] = "get",
): GatewayAddress => ({
  id,
  method,
  path,
  group: "pages",
  summary,
  standing: "own",
  who: "everyone",
  answers: { 200: { says: "The page or what it needs.", type: page }, 303: { says: "On to the next step." } },
});

/** Everything that a gateway serves and that is no call. */
export const gatewayAddresses: readonly GatewayAddress[] = [
  {
    id: "signInPage",
    method: "get",
    path: signInPath,
    group: "pages",
    standing: "needed",
    who: "everyone",
    summary: "The sign-in portal: the browser comes with `redirect` and goes back there signed in.",
    description:
      "With SIGNIN_URL_CN or SIGNIN_URL_COM the portal leads to that address instead, with the same query; the sign-in there must in the end set this gateway's cookie.",
    query: redirectQuery,
    answers: {
      200: { says: "The page where people sign in.", type: page },
      303: { says: "Signed in already: on to `redirect`." },
    },
  },
  {
    id: "signIn",
    method: "post",
    path: signInPath,
    group: "pages",
    standing: "own",
    who: "everyone",
    summary: "Signs in, sets the session's cookie and leads back.",
    query: redirectQuery,
    form: {
      formToken: "The token of the page, for the browser's form cookie.",
      account: "A phone number or an email address.",
      password: "The password; or `code`, one that was sent.",
    },
    answers: {
      303: { says: "Signed in.", headers: setsSession },
      422: { says: "The form again, with what is wrong by its field.", type: page },
      429: { says: "Too many tries: the form again, with the time to wait.", type: page },
    },
  },
  ...formPage("register", `${gatewayPrefix}/register`, "Makes an account"),
  ...formPage("resetPassword", `${gatewayPrefix}/reset`, "Sets a new password by a code that is sent"),
  ...formPage("secondFactor", `${gatewayPrefix}/second-factor`, "The second step of a sign-in"),
  ...formPage("banned", `${gatewayPrefix}/banned`, "What a banned person reads, and may answer"),
  ownPage(
    "bannedExport",
    `${gatewayPrefix}/banned/export/{key}`,
    "The export of a banned person's data, as a zip.",
  ),
  ...formPage("firstAdministrator", firstAdministratorPath, "Makes a member the first administrator"),
  ownPage("outbox", `${gatewayPrefix}/outbox`, "Codes that were sent, while nothing sends them in truth."),
  ownPage("signInStyle", `${signInPath}/style.css`, "The style sheet of these pages."),
  ownPage("passkeyScript", `${gatewayPrefix}/passkey.js`, "The one script of these pages."),
  ownPage("companySignIn", companySignInPath, "Begins a sign-in through the company's provider."),
  ownPage("companyCallback", `${gatewayPrefix}/oidc/callback`, "Where the provider sends the browser back."),
  ...formPage("companyAccount", `${gatewayPrefix}/oidc/account`, "Links a company account"),
  ownPage("companySignedOut", `${gatewayPrefix}/oidc/signed-out`, "After a logout at the provider."),
  ownPage(
    "companyLogout",
    `${gatewayPrefix}/oidc/backchannel-logout`,
    "The provider says that somebody logged out there.",
    "post",
  ),
  {
    id: "logout",
    method: "get",
    path: logoutPath,
    group: "pages",
    standing: "needed",
    who: "everyone",
    summary: "The logout servlet: ends the session, deletes its cookie and leads back.",
    description:
      "Only a navigation of the browser from the same site logs out. A picture, a prefetch or a link on another site must not: these get a page with a button, or 503.",
    query: redirectQuery,
    answers: {
      200: { says: "A page that asks first, for a request that another site made.", type: page },
      303: {
        says: "Logged out: on to `redirect`.",
        headers: {
          "set-cookie": `\`${gatewaySessionCookie}\` with Max-Age=0.`,
          "clear-site-data": '"cache"',
        },
      },
    },
  },
  {
    id: "logoutForm",
    method: "post",
    path: logoutPath,
    group: "pages",
    standing: "own",
    who: "everyone",
    summary: "The button of the page that asks first.",
    query: redirectQuery,
    form: { formToken: "The token of the page, for the browser's form cookie." },
    answers: {
      303: { says: "Logged out: on to `redirect`." },
      403: { says: "The page again: the form was not this browser's.", type: page },
    },
  },
  {
    id: "picture",
    method: "get",
    path: `${filesPrefix}{name}`,
    group: "files",
    standing: "answered",
    who: "everyone",
    summary: "A stored picture. The content of a name never changes.",
    description:
      "Answers name pictures by root-relative addresses; a host before the prefix is removed by the portal. An address may have `Expires` and `Signature`, and is then refused after that time.",
    query: signedQuery,
    headers: { "if-none-match": rangeHeaders["if-none-match"] },
    answers: {
      200: {
        says: "The picture.",
        type: "image/*",
        headers: {
          etag: "The name.",
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
          "content-security-policy": "A picture that is opened by itself runs no script.",
        },
      },
      304: { says: "The copy is still good." },
      404: { says: "There is no such picture.", type: "text/plain" },
      410: { says: "The address has expired.", type: "text/plain" },
    },
  },
  {
    id: "attachment",
    method: "get",
    path: `${attachmentsPrefix}{id}/{name}`,
    group: "files",
    standing: "answered",
    who: "everyone",
    summary: "An attachment of a post. A request for its first byte counts as a download.",
    description:
      "Whoever may not read the post, or may not download in its section, gets 404. It is always saved, never shown.",
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: {
        ...ranged[200],
        headers: { ...ranged[200].headers, ...saved, "cache-control": "private, no-cache" },
      },
      404: { says: "There is no such attachment, or not for this person.", type: "text/plain" },
    },
  },
  {
    id: "activityFile",
    method: "get",
    path: `${activityFilesPrefix}{key}/{name}`,
    group: "files",
    standing: "answered",
    who: "session",
    summary: "A file of a sign-up or a work: for its owner, the organisers, and for works the judges.",
    answers: {
      200: {
        says: "The file.",
        type: anyFile,
        headers: { ...saved, "cache-control": "private, no-store" },
      },
      404: { says: "There is no such file, or not for this person.", type: "text/plain" },
    },
  },
  {
    id: "media",
    method: "get",
    path: `${mediaPrefix}{name}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary: "A video, its subtitles, or a document that a page embeds, in ranges.",
    query: signedQuery,
    headers: rangeHeaders,
    answers: {
      ...ranged,
      302: { says: "The file is elsewhere, at an address of its own for as long." },
      404: noFile,
      410: expired,
    },
  },
  {
    id: "mediaSavedAs",
    method: "get",
    path: `${mediaPrefix}{name}/{saveAs}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary: "The same, with the name under which it is saved.",
    query: signedQuery,
    headers: rangeHeaders,
    answers: { ...ranged, 302: { says: "The file is elsewhere." }, 404: noFile, 410: expired },
  },
  {
    id: "download",
    method: "get",
    path: `${downloadsPrefix}{version}/{name}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary:
      "The file of a resource's version, in ranges. A request for its first byte counts as a download.",
    description:
      "The address is the same for everybody. Where the resource wants a sign-in or the disclaimer, the session's cookie is asked too, and whoever may not is led to the resource's page.",
    query: signedQuery,
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: { ...ranged[200], headers: { ...ranged[200].headers, ...saved } },
      302: { says: "The file is elsewhere, at an address of its own for as long." },
      303: { says: "Not for this person: on to the page of the resource." },
      404: noFile,
      410: expired,
    },
  },
  {
    id: "exportArchive",
    method: "get",
    path: `${exportsPrefix}{key}`,
    group: "files",
    standing: "answered",
    who: "session",
    summary: "The archive of one's own data, in ranges, as exportInfo names it.",
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: { ...ranged[200], type: "application/zip", headers: { ...ranged[200].headers, ...saved } },
      403: { says: "NOT_SIGNED_IN, as calls are refused.", type: "application/json" },
      404: { says: "EXPORT_NOT_FOUND, also for another's archive.", type: "application/json" },
    },
  },
  {
    id: "complaintPage",
    method: "get",
    path: complaintPath,
    group: "pages",
    standing: "needed",
    who: "session",
    summary: "The complaint page, which the complaint dialog shows in a frame.",
    description:
      'It posts `{ "type": "loaded" }` to its parent window, which answers with a message of appId, sceneId, subSceneId, deviceId, businessKey and additionalContext (contentTitle, postId, postURL). COMPLAINT_FRAME_URL names another page.',
    answers: {
      200: {
        says: "The form.",
        type: page,
        headers: { "content-security-policy": "frame-ancestors names the portal's origins." },
      },
      403: { says: "A page that says that nobody is signed in.", type: page },
    },
  },
  {
    id: "complaint",
    method: "post",
    path: complaintPath,
    group: "pages",
    standing: "own",
    who: "session",
    summary: "The form of the complaint page.",
    form: {
      token: `The session's token, which calls carry as ${csrfTokenHeader}.`,
      context: "The message of the parent window, as JSON.",
      reason: "As in insertComplaint, like the fields below.",
      text: "What is wrong.",
      contact: "Optional.",
      submissionId: "A form that is posted twice makes one complaint.",
    },
    answers: {
      200: { says: "The number of the complaint.", type: page },
      400: { says: "The form again, with what is wrong by its field.", type: page },
      403: { says: "Nobody is signed in, or the token is another session's.", type: page },
    },
  },
  {
    id: "unsubscribePage",
    method: "get",
    path: unsubscribePath,
    group: "pages",
    standing: "own",
    who: "everyone",
    summary: "The link of the mail digest: a page with a button, because programs open links too.",
    query: { token: "The account, signed by the gateway." },
    answers: {
      200: { says: "The page.", type: page },
      404: { says: "The link is none.", type: page },
    },
  },
  {
    id: "unsubscribe",
    method: "post",
    path: unsubscribePath,
    group: "pages",
    standing: "own",
    who: "everyone",
    summary: "Turns the mail digest off: by the button, or by a mail program's one click (RFC 8058).",
    query: { token: "The account, signed by the gateway." },
    answers: {
      200: { says: "The digest is off.", type: page },
      404: { says: "The link is none.", type: page },
    },
  },
  {
    id: "healthz",
    method: "get",
    path: `${gatewayPrefix}/healthz`,
    group: "health",
    standing: "own",
    who: "everyone",
    summary: "For load balancers: whether calls can be answered.",
    answers: {
      200: { says: "`ok` is true.", type: "application/json" },
      503: { says: "`ok` is false, within two seconds.", type: "application/json" },
    },
  },
  {
    id: "readyz",
    method: "get",
    path: readyPath,
    group: "health",
    standing: "own",
    who: "everyone",
    summary: "Whether the gateway and everything that it needs are ready, each by its name.",
    description:
      "The portal's own /readyz asks it. A gateway without it must answer workspaceCurrent instead; the portal then takes that for ready.",
    answers: {
      200: {
        says: "`ready` is true; `database`, `disk`, `redis`, `files` in words; `missingCalls` names the calls of the contract that it does not have.",
        type: "application/json",
      },
      503: { says: "`ready` is false.", type: "application/json" },
    },
  },
];
