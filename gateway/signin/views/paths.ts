import { gatewayPrefix } from "contract/base/wire";

export const registerPath = `${gatewayPrefix}/register`;

export const resetPath = `${gatewayPrefix}/reset`;

export const outboxPath = `${gatewayPrefix}/outbox`;

/** The address to which the company's provider sends a browser back after a sign-in. */
export const companyCallbackPath = `${gatewayPrefix}/oidc/callback`;

/** The page where a company account without a linked account gets a new one, or is linked with an existing one. */
export const companyAccountPath = `${gatewayPrefix}/oidc/account`;

/** The address to which the provider sends a browser back after a logout. */
export const companySignedOutPath = `${gatewayPrefix}/oidc/signed-out`;

/** The address to which the provider itself posts that a person has logged out there. */
export const backChannelLogoutPath = `${gatewayPrefix}/oidc/backchannel-logout`;

/** The hidden field that every form carries. */
export const formTokenField = "formToken";

/** The page on which a banned person reads the reason, appeals, and gets their data. */
export const bannedPath = `${gatewayPrefix}/banned`;

/** The page where a sign-in continues if the account has a second factor. */
export const secondFactorPath = `${gatewayPrefix}/second-factor`;
