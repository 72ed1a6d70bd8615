import type { Call } from "contract/base/call";
import type { CallDirectly } from "contract/base/direct";
import type { CallOutcome } from "contract/base/pages";
import type { PortalSettings } from "./portal-settings";

/** The content of a topic's preview picture. */
export interface TopicCard {
  title: string;
  section: string;
  author: string;
  site: string;
}

/** Draws a topic's preview picture as a PNG; null when it cannot be drawn now. */
export type DrawTopic = (card: TopicCard) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The content of a drawn certificate. */
export interface CertificatePaper {
  /** A page to print, the same page as a picture, or a card of 1200 × 630 for links. */
  as: "pdf" | "picture" | "card";
  issuer: string;
  holder: string;
  /** The title of the certificate. */
  name: string;
  /** The sentence that says what was achieved. */
  words: string;
  facts: [term: string, value: string][];
  /** The address in the QR code. */
  address: string;
}

/** Draws a certificate as a PDF or PNG; null when it cannot be drawn now. */
export type DrawCertificate = (paper: CertificatePaper) => Promise<Uint8Array<ArrayBuffer> | null>;

export interface Table {
  name: string;
  /** The head, then the rows. */
  rows: string[][];
}

/** Writes a table as an Excel workbook; null when that cannot be done now. */
export type WriteWorkbook = (table: Table) => Promise<Uint8Array<ArrayBuffer> | null>;

/** The result of a call; `left`: no reader waited any more. */
export type CallEnd = "ok" | "refused" | "left" | "timeout" | "unavailable" | "mismatch";
export type WatchCall = (name: string) => (end: CallEnd) => void;

/** What the front door passes to the portal with each request. Under plain `remix-serve` it is empty. */
export interface PortalContext {
  /** Sends a request to the embedded gateway; without it the portal calls `environment.gatewayUrls` over HTTP. */
  gatewayFetch?: (request: Request) => Promise<Response>;
  /** Calls the embedded gateway without HTTP. */
  callDirectly?: CallDirectly;
  environment?: PortalSettings;
  /** Called with the outcome of each call of this request; undefined when unknown. */
  onCall?: (row: Call, outcome: CallOutcome | undefined) => void;
  /** Called when a gateway call begins; the returned function is called with its result. */
  watchCall?: WatchCall;
  /** The nonce that inline scripts need to run. */
  cspNonce?: string;
  visitorAddress?: string;
  drawTopic?: DrawTopic;
  drawCertificate?: DrawCertificate;
  writeWorkbook?: WriteWorkbook;
  /** The page is shared by many people: no nonce, no tokens, no personal data. */
  cacheable?: boolean;
}
