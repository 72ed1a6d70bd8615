export { limitByAddress as createTurnsByAddress } from "./address-limit";
