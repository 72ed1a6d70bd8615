import { connect } from "node:net";
import { startPortal } from "../tests/support/running-portal";
import type { Part } from "./report";

const senders = 30;
/** The milliseconds for which a slow body may keep its connection open. */
const openMaximum = 40_000;

/** Sends a body letter by letter. @returns the milliseconds until the server closed the connection */
function drip(origin: string, path: string, type: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const timer = setInterval(() => socket.write("x"), 500);
    const over = () => {
      clearInterval(timer);
      socket.destroy();
      resolve(performance.now() - began);
    };
    socket.on("error", () => undefined);
    socket.on("close", over);
    socket.on("end", over);
    socket.resume();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${type}\r\nContent-Length: 500000\r\n\r\n`,
    );
    setTimeout(over, 3 * openMaximum).unref();
  });
}

/** Bodies that arrive letter by letter do not keep connections open for long. */
export const part: Part = {
  about: `${senders} 个请求的正文一个字母一个字母地来`,
  async run(report) {
    const portal = await startPortal();
    try {
      const types = [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json",
      ];
      const paths = ["/posting", "/editor/upload", "/gateway/rest/analytics/data-collection"];
      const times = await Promise.all(
        Array.from({ length: senders }, (_, at) =>
          drip(portal.origin, paths[at % 3] ?? "/", types[at % 3] ?? ""),
        ),
      );
      report.figure("最久的连接", Math.max(...times), "ms", { atMost: openMaximum });
      const alive = await fetch(`${portal.origin}/healthz`).then((answer) => answer.status);
      report.figure("最后 /healthz", alive, "", { exactly: 200 });
    } finally {
      await portal.stop();
    }
  },
};
