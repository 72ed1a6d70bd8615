import type { WatchCall } from "../../app/settings/portal-context";
import { countCall } from "./metrics";

/** How long one request's answer waited for the gateway: calls that run at once are waited for once. */
export class GatewayTime {
  #running = 0;
  #since = 0;
  #total = 0;

  get milliseconds(): number {
    return this.#total;
  }

  /** A call begins; what it returns is told of its end. */
  readonly watchCall: WatchCall = (name) => {
    const startedAt = performance.now();
    if (this.#running === 0) this.#since = startedAt;
    this.#running += 1;
    return (end) => {
      const now = performance.now();
      this.#running -= 1;
      if (this.#running === 0) this.#total += now - this.#since;
      countCall(name, end, now - startedAt);
    };
  };
}
