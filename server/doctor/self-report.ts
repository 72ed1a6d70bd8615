import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSigner, type Signer } from "gateway/server/signer";
import { readVisit, type Visit } from "../visit";

/** Asks a portal what it saw of the request. Only who knows the site's secret gets an answer. */
export const doctorHeader = "x-portal-doctor";
/** Where it is asked: the address that load balancers know, so every proxy lets it through. */
export const selfReportPath = "/healthz";

/** What a portal saw of a request, as `npm run doctor` is told. */
export interface SelfReport {
  /** What it makes of it; null where it refuses the request's host. */
  visit: Visit | null;
  /** Who connected. */
  peer: string;
  /** The headers of proxies, as they came. */
  forwarded: { for: string | null; proto: string | null; host: string | null };
  trustProxy: boolean;
  /** Its clock, in milliseconds. */
  now: number;
}

/** A question that proves that its sender knows the secret. */
export function askForReport(signer: Signer): string {
  const nonce = randomBytes(16).toString("base64url");
  return `${nonce}.${signer.sign("doctor asks", nonce)}`;
}

/** The report in an answer; null where it is none, or by somebody who does not know the secret. */
export function readReport(signer: Signer, question: string, text: string): SelfReport | null {
  const [signature = "", ...rest] = text.split("\n");
  const report = rest.join("\n");
  if (!signer.verifies("doctor is told", `${question}\n${report}`, signature)) return null;
  return JSON.parse(report) as SelfReport;
}

const header = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(", ") : value) ?? null;

/** Answers a doctor's question, before anything is made of the request; false for every other request. */
export function createSelfReport(
  secrets: readonly string[],
  trustProxy: boolean,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const signer = createSigner(secrets);
  return (request, response) => {
    const { headers, url } = request;
    const asked = headers[doctorHeader];
    if (typeof asked !== "string" || url?.split("?", 1)[0] !== selfReportPath) return false;
    const [nonce = "", signature = ""] = asked.split(".");
    if (!signer.verifies("doctor asks", nonce, signature)) return false;
    const forwarded = {
      for: header(headers["x-forwarded-for"]),
      proto: header(headers["x-forwarded-proto"]),
      host: header(headers["x-forwarded-host"]),
    };
    const report: SelfReport = {
      visit: readVisit(request, trustProxy),
      peer: request.socket.remoteAddress ?? "",
      forwarded,
      trustProxy,
      now: Date.now(),
    };
    const text = JSON.stringify(report);
    response
      .writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" })
      .end(`${signer.sign("doctor is told", `${asked}\n${text}`)}\n${text}`);
    return true;
  };
}
