import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { PortalContext } from "../app/settings/portal-context";
import { createGroupedHandler } from "./route-groups";

/** Renders a page, data or action of the portal. */
export type RenderPortal = (request: Request, context: PortalContext) => Promise<Response>;

export interface Portal {
  render: RenderPortal;
  /** Drops the answers that it keeps. */
  forget(): void;
  /** How often an answer was kept, and how often it had to be asked for. */
  counted(): { hits: number; misses: number };
}

/**
 * Loads the built portal. React chooses its slow development build unless it is told otherwise before it is
 * loaded.
 */
export async function loadPortal(file: string): Promise<Portal> {
  process.env.NODE_ENV ??= "production";
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const handle = createGroupedHandler(build);
  const { forgetAnswers, countedAnswers } = build.entry.module as {
    forgetAnswers?: () => void;
    countedAnswers?: Portal["counted"];
  };
  return {
    render: (request, context) => handle(request, { ...context }),
    forget: () => forgetAnswers?.(),
    counted: () => countedAnswers?.() ?? { hits: 0, misses: 0 },
  };
}
