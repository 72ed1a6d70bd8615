import {
  companySignInPath,
  complaintPath,
  csrfTokenHeader,
  firstAdministratorPath,
  gatewayPrefix,
  gatewaySessionCookie,
  logoutPath,
  signInPath,
  unsubscribePath,
} from "../base/wire";
import type { GatewayAddress } from "./address";

const page = "text/html";
const redirectQuery = {
  redirect:
    "Where the browser goes afterwards: a path of this origin, or an address whose origin the gateway knows. Anything else becomes `/`. Brackets, parentheses and carets are percent-encoded.",
};
const setsSession = {
  "set-cookie": `\`${gatewaySessionCookie}\`, with Path=/, HttpOnly, SameSite=Lax, and Secure behind https.`,
};
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

/** Where browsers go by themselves: sign-in, logout, the complaint frame, and the pages around them. */
export const pageAddresses: readonly GatewayAddress[] = [
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
    summary:
      "The link of the mail digest and of announcements: a page with a button, because programs open links too.",
    query: {
      token: "The account, signed by the gateway.",
      of: "A kind of announcements; without it the digest.",
    },
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
    summary:
      "Turns the mail digest or a kind of announcements off: by the button, or by a mail program's one click (RFC 8058).",
    query: {
      token: "The account, signed by the gateway.",
      of: "A kind of announcements; without it the digest.",
    },
    answers: {
      200: { says: "It is off.", type: page },
      404: { says: "The link is none.", type: page },
    },
  },
];
