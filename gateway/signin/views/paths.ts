import { gatewayPrefix } from "contract/base/wire";

export const registerPath = `${gatewayPrefix}/register`;

export const resetPath = `${gatewayPrefix}/reset`;

export const outboxPath = `${gatewayPrefix}/outbox`;

/** Where the company's provider sends a browser back to, signed in. */
export const companyCallbackPath = `${gatewayPrefix}/oidc/callback`;

/** Where a company account that is linked with nobody gets an account, or is linked with one. */
export const companyAccountPath = `${gatewayPrefix}/oidc/account`;

/** Where the provider sends a browser back to that it has logged out. */
export const companySignedOutPath = `${gatewayPrefix}/oidc/signed-out`;

/** Where the provider itself says that somebody is logged out there. */
export const backChannelLogoutPath = `${gatewayPrefix}/oidc/backchannel-logout`;

/** The hidden field that every form carries. */
export const formTokenField = "formToken";

/** The page on which a banned person reads the reason, appeals, and gets their data. */
export const bannedPath = `${gatewayPrefix}/banned`;

/** Where a sign-in of an account with a second factor goes on. */
export const secondFactorPath = `${gatewayPrefix}/second-factor`;
