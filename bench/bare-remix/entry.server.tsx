import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

const { page, data } = JSON.parse(readFileSync(process.env.BENCH_PAGE ?? "", "utf8"));
globalThis.benchPage = page;
globalThis.benchData = data;

/** The default of Remix, without its detection of crawlers. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(<RemixServer context={remix} url={request.url} />, {
      onShellReady() {
        headers.set("content-type", "text/html");
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        stream.pipe(body);
      },
      onShellError: reject,
    });
  });
}
