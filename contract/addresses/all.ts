import type { GatewayAddress } from "./address";
import { fileAddresses } from "./files";
import { healthAddresses } from "./health";
import { pageAddresses } from "./pages";

/** Everything that a gateway serves and that is no call. */
export const gatewayAddresses: readonly GatewayAddress[] = [
  ...pageAddresses,
  ...fileAddresses,
  ...healthAddresses,
];
