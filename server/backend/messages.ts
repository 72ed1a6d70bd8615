import type { Transferable } from "node:worker_threads";
import type { PagesChange } from "contract/base/pages";
import type { MetricObject } from "prom-client";
import type { Environment } from "../environment";
import type { PageResult } from "../page-cache/page-entry";
import { ownedBytes } from "../responses/plain-response";
import type { PlainRequest } from "../visit";
import type { Answer, Backend } from "./backend";

/** The data that a thread starts with. */
export interface ThreadData {
  environment: Environment;
  /** Whether this is the first thread, which loads the demo's content. */
  first: boolean;
  sourceMaps: boolean;
}

export type Method = "render" | "makePage" | "askGateway";

/** Messages to the thread. A request has an id, which its answer repeats. */
export type ToThread =
  | { id: number; method: Method; request: PlainRequest; address: string }
  | { id: number; abort: true }
  | { forget: true }
  | { metrics: true }
  | { views: ReadonlyMap<number, number> }
  | { close: true };

/** Messages from the thread. */
export type FromThread =
  | { ready: { engine: Backend["engine"]; firstLink: string | null } }
  /** The thread cannot start; `known` when the message is a sentence for people. */
  | { refused: { message: string; known: boolean } }
  | ({ id: number; page: PageResult } & Omit<Answer, "response">)
  /** The metrics that were requested. */
  | { metrics: MetricObject[] }
  /** A job changed what pages show. */
  | { changed: PagesChange }
  /** A bug, which the thread has logged. */
  | { id: number; failed: true }
  | { closed: true };

/** Prepares an answer for posting, with the buffers to transfer. */
export function packMade(packPage: PageResult): { page: PageResult; transfer: Transferable[] } {
  if ("response" in packPage) {
    const { response } = packPage;
    const { body } = response;
    const payload = body instanceof Uint8Array ? body.buffer : body;
    return { page: { response }, transfer: payload ? [payload as Transferable] : [] };
  }
  const body = ownedBytes(packPage.entry.body);
  return { page: { entry: { ...packPage.entry, body } }, transfer: [body.buffer] };
}
