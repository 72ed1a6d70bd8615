import { gatewayPrefix } from "contract/base/wire";

export const registerPath = `${gatewayPrefix}/register`;

export const resetPath = `${gatewayPrefix}/reset`;

export const outboxPath = `${gatewayPrefix}/outbox`;

/** The hidden field that every form carries. */
export const formTokenField = "formToken";

/** The page on which a banned person reads the reason, appeals, and gets their data. */
export const bannedPath = `${gatewayPrefix}/banned`;
