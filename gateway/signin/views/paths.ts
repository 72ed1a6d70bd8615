import { gatewayPrefix } from "contract/wire";

export const registerPath = `${gatewayPrefix}/register`;
export const resetPath = `${gatewayPrefix}/reset`;
export const outboxPath = `${gatewayPrefix}/outbox`;
