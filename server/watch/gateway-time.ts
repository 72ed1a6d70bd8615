import type { WatchCall } from "../../app/settings/portal-context";
import { countCall } from "./metrics";

/** How long one request waited for the gateway; the time of concurrent calls counts once. */
export class GatewayTime {
  #running = 0;
  #since = 0;
  #total = 0;

  get milliseconds(): number {
    return this.#total;
  }

  /** Starts a call's time; the function that it returns ends it. */
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
