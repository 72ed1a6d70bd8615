import { callsPath, gatewayPrefix, readyPath } from "../base/wire";
import type { GatewayAddress } from "./address";

/** What machines ask of a gateway: whether it works, and what it has. */
export const healthAddresses: readonly GatewayAddress[] = [
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
        says: "`ready` is true; `database`, `disk`, `redis`, `files` in words.",
        type: "application/json",
      },
      503: { says: "`ready` is false.", type: "application/json" },
    },
  },
  {
    id: "calls",
    method: "get",
    path: callsPath,
    group: "health",
    standing: "own",
    who: "everyone",
    summary: "The names of the calls that this gateway has.",
    description:
      "A portal asks once when it starts, and says in its log and its /readyz which calls are missing. Of a gateway without this address, and of a call that goes later, it learns by what is answered CALL_NOT_FOUND.",
    answers: { 200: { says: "`calls`: their names, as in the contract.", type: "application/json" } },
  },
];
