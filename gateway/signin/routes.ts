import { firstAdministratorPath, logoutPath, signInPath } from "contract/base/wire";
import type { Hono } from "hono";
import { createCodes } from "../account/codes";
import { createCaptchas } from "../captcha/captchas";
import { createCompanySignIn } from "../company/sign-in";
import { passkeyScript, passkeyScriptPath } from "../pages/passkey-script";
import { stylesheet, stylesheetPath } from "../pages/style";
import type { Services } from "../server/context";
import { signerOf } from "../server/signer";
import { bannedScreen, sendBannedExport } from "./banned";
import { showFirstLink, submitFirstLink } from "./first-administrator";
import { showLogout, submitLogout } from "./logout";
import { showOutbox } from "./outbox";
import { registerScreen } from "./register";
import { resetScreen } from "./reset";
import { type Screen, showScreen, submitScreen } from "./screen";
import { secondFactorScreen } from "./second-factor";
import { signInScreen } from "./sign-in";
import { bannedPath, outboxPath, registerPath, resetPath, secondFactorPath } from "./views/paths";
import type { SignInPortal } from "./visit";

/**
 * The embedded gateway's own sign-in portal (spec 1): register, sign in and reset a password by phone or
 * email, log out, and the development outbox. Server-rendered HTML; its only script is for passkeys.
 */
export function serveSignIn(app: Hono, services: Services): SignInPortal {
  const signer = signerOf(services.settings);
  const portal: SignInPortal = {
    services,
    signer,
    codes: createCodes(services),
    captchas: createCaptchas(services, signer),
    company: services.settings.company ? createCompanySignIn(services.settings.company, signer) : null,
  };
  const isCompanyOnly = portal.company?.settings.only === true;
  const ofOneself: [string, Screen][] = [
    [registerPath, registerScreen],
    [resetPath, resetScreen],
  ];
  const screens: [string, Screen][] = [
    [signInPath, signInScreen],
    ...(isCompanyOnly ? [] : ofOneself),
    [bannedPath, bannedScreen],
    [secondFactorPath, secondFactorScreen],
  ];
  for (const [path, screen] of screens) {
    app.get(path, (context) => showScreen(context, portal, screen));
    app.post(path, (context) => submitScreen(context, portal, screen));
  }
  app.get(`${bannedPath}/export/:key`, (context) => sendBannedExport(context, portal));
  app.get(firstAdministratorPath, (context) => showFirstLink(context, portal));
  app.post(firstAdministratorPath, (context) => submitFirstLink(context, portal));
  app.get(logoutPath, (context) => showLogout(context, portal));
  app.post(logoutPath, (context) => submitLogout(context, portal));
  app.get(outboxPath, (context) => showOutbox(context, services));
  if (isCompanyOnly)
    for (const [path] of ofOneself) app.get(path, (context) => context.redirect(signInPath, 302));
  const sendKept = (path: string, type: string, body: string) =>
    app.get(path, (context) =>
      context.body(body, 200, {
        "content-type": `${type}; charset=utf-8`,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
      }),
    );
  sendKept(stylesheetPath, "text/css", stylesheet);
  sendKept(passkeyScriptPath, "text/javascript", passkeyScript);
  return portal;
}
