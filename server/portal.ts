import { pathToFileURL } from "node:url";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { PortalSettings } from "contract/portal-settings";

/** What the front door tells the portal of each request; app/context.server.ts reads it. */
export interface PortalContext {
  /** Reaches the gateway in this process; without it the portal calls `environment.gatewayUrl` over HTTP. */
  gatewayFetch?: (request: Request) => Promise<Response>;
  environment?: PortalSettings;
  /** Inline scripts carry it, or they do not run. */
  cspNonce?: string;
  visitorAddress?: string;
  /** The page goes to many people: no tokens and nothing of one person's. */
  cacheable?: boolean;
}

/** Renders a page, data or action of the portal. */
export type RenderPortal = (request: Request, context: PortalContext) => Promise<Response>;

/** Loads the built portal. */
export async function loadPortal(file: string): Promise<RenderPortal> {
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const handle = createRequestHandler(build, "production");
  return (request, context) => handle(request, { ...context });
}
