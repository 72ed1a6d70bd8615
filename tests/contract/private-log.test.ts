import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();

/** The console output while `work` runs. */
async function logOf(work: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const levels = ["log", "info", "warn", "error"] as const;
  const spies = levels.map((level) =>
    vi.spyOn(console, level).mockImplementation((...values) => void lines.push(values.map(shown).join(" "))),
  );
  await work();
  for (const spy of spies) spy.mockRestore();
  return lines.join("\n");
}

/** The text that Node prints: errors with all of their properties. */
const shown = (value: unknown) =>
  typeof value === "string"
    ? value
    : `${String(value)} ${JSON.stringify(value, Object.getOwnPropertyNames(value ?? {}))}`;

it.each([
  ["a private message", "inner_messages", "text", "sendInnerMessage"],
  ["a reply", "posts", "source", "submitPost"],
] as const)(
  "%s that the database refuses leaves its codes in the log, and nothing of its text",
  async (_, table, column, call) => {
    const { database } = gateway();
    const [author, reader, section] = [
      await gateway().member(),
      await gateway().member(),
      await gateway().section(),
    ];
    const { tid } = await gateway().topic(author, section);
    const content = `周五的口令是 ${author.id} 号柜`;
    await database.execute(
      sql.raw(`alter table ${table} add constraint broken check (${column} not like '%周五的口令%')`),
    );
    try {
      const request =
        call === "submitPost"
          ? { tid, content, submissionId: submissionId() }
          : { uid: reader.id, text: content, submissionId: submissionId() };
      const log = await logOf(async () => {
        expect((await gateway().call(call, request, author)).status).toBe(500);
      });
      expect(log).toContain("23514");
      expect(log).toContain(`insert into "${table}"`);
      expect(log).not.toContain("周五的口令");
    } finally {
      await database.execute(sql.raw(`alter table ${table} drop constraint broken`));
    }
  },
);
