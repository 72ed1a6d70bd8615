import { IncomingMessage } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { bringsBody, closeIfSlow } from "./admission/request-limits";

type Handle = (request: Request, bindings: HttpBindings) => Promise<Response>;

/**
 * A node:http listener for a web-standard handler. Reads and discards the rest of a body that the handler did not read,
 * otherwise the connection never gets to its next request. (The adapter's own clean-up would close the connection half
 * a second later, during that next request.) A body that arrives too slowly closes its connection.
 */
export function webListener(handle: Handle) {
  const listen = getRequestListener((request, bindings) => handle(request, bindings as HttpBindings), {
    autoCleanupIncoming: false,
  });
  return (...[incoming, outgoing]: Parameters<typeof listen>) => {
    if (incoming instanceof IncomingMessage && bringsBody(incoming)) closeIfSlow(incoming);
    outgoing.once("finish", () => {
      if (incoming.readableEnded || incoming.destroyed) return;
      // Node does this itself only for a body that nobody began to read.
      incoming.removeAllListeners("data");
      incoming.removeAllListeners("readable");
      incoming.resume();
    });
    return listen(incoming, outgoing);
  };
}
