import { gatewayPrefix } from "contract/base/wire";

export const registerPath = `${gatewayPrefix}/register`;

export const resetPath = `${gatewayPrefix}/reset`;

export const outboxPath = `${gatewayPrefix}/outbox`;

/** The hidden field that every form carries. */
export const formTokenField = "formToken";

/** Where whoever is banned reads why, appeals and gets their data. */
export const bannedPath = `${gatewayPrefix}/banned`;

/** Where a sign-in of an account with a second factor goes on. */
export const secondFactorPath = `${gatewayPrefix}/second-factor`;
