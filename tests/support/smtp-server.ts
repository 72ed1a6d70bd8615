import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export interface SmtpServer {
  url: string;
  /** Each accepted message: the envelope's recipients and the raw text. */
  received: { recipients: string[]; raw: string }[];
  /** Refuses recipients from now on, as a mail server does with an unknown mailbox. */
  refuse(): void;
  /** Answers every line that much later from now on. */
  slow(milliseconds: number): void;
  close(): Promise<void>;
}

/** The parts of a mail server that a sender needs, on a port of its own. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: SmtpServer["received"] = [];
  const sockets = new Set<Socket>();
  let refusing = false;
  let late = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let recipients: string[] = [];
    let buffer = "";
    let reading = false;
    socket.write("220 mail.test\r\n");
    const say = (line: string) => {
      if (late === 0) socket.write(`${line}\r\n`);
      else setTimeout(() => socket.writable && socket.write(`${line}\r\n`), late);
    };
    const answer = (line: string) => {
      if (/^RCPT/i.test(line)) {
        if (refusing) return "550 no such mailbox";
        recipients.push(line.match(/<(.*)>/)?.[1] ?? "");
      }
      if (/^DATA/i.test(line)) {
        reading = true;
        return "354 go on";
      }
      return /^QUIT/i.test(line) ? "221 bye" : "250 ok";
    };
    socket.on("data", (chunk) => {
      buffer += chunk.toString("utf8");
      for (;;) {
        const end = buffer.indexOf(reading ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (reading ? 5 : 2));
        if (reading) {
          received.push({ recipients, raw: part });
          recipients = [];
          reading = false;
          say("250 taken");
        } else say(answer(part));
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse() {
      refusing = true;
    },
    slow(milliseconds) {
      late = milliseconds;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
