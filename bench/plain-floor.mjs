/**
 * The floor for HTTP: a bare node:http server. GET sends the named file with the headers of a shared page; POST reads
 * the body and redirects back.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const body = readFileSync(process.argv[2]);
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-encoding": "br",
  "content-length": body.length,
};
const server = createServer((request, response) => {
  if (request.method !== "POST") {
    response.writeHead(200, headers).end(body);
    return;
  }
  request.resume().on("end", () => response.writeHead(303, { location: "/" }).end());
});
server.listen(0, "127.0.0.1", () => console.info(`已启动：http://127.0.0.1:${server.address().port}`));
