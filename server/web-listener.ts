import { IncomingMessage } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { bringsBody, closeIfSlow } from "./admission/request-limits";

type Handle = (request: Request, bindings: HttpBindings) => Promise<Response>;

/**
 * A listener for node:http on a web-standard handler. Reads away what the handler left of a body, or the
 * connection would never get to its next request. (The adapter's own clean-up closes the connection half a
 * second later instead, in the middle of that next request.) A body that drips ends its connection.
 */
export function webListener(handle: Handle) {
  const listen = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    autoCleanupIncoming: false,
  });
  return (...[incoming, outgoing]: Parameters<typeof listen>) => {
    if (incoming instanceof IncomingMessage && bringsBody(incoming)) closeIfSlow(incoming);
    outgoing.once("finish", () => {
      if (incoming.readableEnded || incoming.destroyed) return;
      // Node does it by itself only for a body that nobody began to read.
      incoming.removeAllListeners("data");
      incoming.removeAllListeners("readable");
      incoming.resume();
    });
    return listen(incoming, outgoing);
  };
}
