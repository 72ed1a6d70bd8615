import { companySignInPath } from "contract/base/wire";
import type { Hono } from "hono";
import { showScreen, submitScreen } from "../screen";
import {
  backChannelLogoutPath,
  companyAccountPath,
  companyCallbackPath,
  companySignedOutPath,
} from "../views/paths";
import type { SignInPortal } from "../visit";
import { companyAccountScreen } from "./account-screen";
import { beginCompanySignIn } from "./begin";
import { finishCompanySignIn } from "./callback";
import { endFromOutside, showSignedOut } from "./logout";

/** Serves the pages of the sign-in through the company's OpenID Connect provider, if one is configured. */
export function serveCompanySignIn(app: Hono, portal: SignInPortal): void {
  if (!portal.company) return;
  app.get(companySignInPath, (context) => beginCompanySignIn(context, portal));
  app.get(companyCallbackPath, (context) => finishCompanySignIn(context, portal));
  app.get(companyAccountPath, (context) => showScreen(context, portal, companyAccountScreen));
  app.post(companyAccountPath, (context) => submitScreen(context, portal, companyAccountScreen));
  app.get(companySignedOutPath, (context) => showSignedOut(context, portal));
  app.post(backChannelLogoutPath, (context) => endFromOutside(context, portal));
}
