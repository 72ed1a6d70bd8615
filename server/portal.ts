import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { PortalContext } from "../app/settings/portal-context";
import { createGroupedHandler } from "./route-groups";

/** Renders a page, data or an action of the portal. */
export type RenderPortal = (request: Request, context: PortalContext) => Promise<Response>;

export interface Portal {
  render: RenderPortal;
  /** Clears its cache of answers. */
  forget(): void;
  /** How often the cache had an answer, and how often it did not. */
  counted(): { hits: number; misses: number };
}

/** Loads the built portal. React uses its slow development build unless NODE_ENV is set before it is loaded. */
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
