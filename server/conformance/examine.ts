import { type CallName, contract } from "contract";
import { actsForAccount, type Call } from "contract/base/call";
import { csrfTokenHeader } from "contract/base/wire";
import type { RefusalCode } from "contract/refusals";
import { StartError } from "../start-error";
import { type Asker, forged, type Reply, type SessionRole, type Transport, visitor } from "./ask";
import {
  asked,
  checkAnswer,
  checkBadInput,
  checkRefusal,
  checkRuleRefusal,
  codeOf,
  isMissing,
  standsInTheWay,
  told,
} from "./checks";
import { examineAddresses } from "./files";
import { Found, textsOf } from "./found";
import { mayMake } from "./may-make";
import { CallNotes, type CallResult } from "./result";
import { nothing, refusedByRule, samples } from "./samples";
import { writeInto } from "./writing";

/** What is examined, and how. */
export interface Examination {
  transport: Transport;
  /** The sessions by their roles: the Cookie header of each. */
  sessions: ReadonlyMap<SessionRole, string>;
  /** The section to write into; without it nothing is written. */
  section?: number | undefined;
  /** The calls to ask; all of them by default. */
  only?: readonly CallName[] | undefined;
  /** Resolves when a limit is over, so that what was written can be deleted again; absent where nobody waits. */
  waitForLimit?: ((name: CallName) => Promise<unknown>) | undefined;
}

/** A request that is wrong by itself, so that no gateway does what it asks for; null if every request is right. */
function badInput(row: Call): unknown {
  if (!row.request.safeParse({}).success) return {};
  return row.body === "query" || row.body === "form" ? null : [];
}

/** Asks who a session is. Throws when it is nobody's. */
async function openSession(transport: Transport, role: SessionRole, cookie: string): Promise<Asker> {
  const asker: Asker = { role, cookie, token: "", uid: 0 };
  const reply = await transport.call("workspaceCurrent", contract.workspaceCurrent, {}, asker);
  const answer = contract.workspaceCurrent.response.safeParse(reply.body);
  const user = answer.success ? answer.data.user : null;
  if (reply.status !== 200 || !user)
    throw new StartError(`--session ${role}=… 不是登录状态：workspaceCurrent 答 ${told(reply)}`);
  const token = reply.headers.get(csrfTokenHeader) ?? "";
  if (token === "")
    throw new StartError(`workspaceCurrent 没有在响应头 ${csrfTokenHeader} 里给出 ${role} 会话的安全令牌`);
  return { role, cookie, token, uid: user.uid };
}

/** Everything that the examination of calls shares. */
interface Going {
  transport: Transport;
  /** Whether the person who runs the examination lets it write. */
  writes: boolean;
  sessions: Asker[];
  notes: Map<CallName, CallNotes>;
  rows: [CallName, Call][];
}

/** Refusals that every gateway owes: no session, none that holds, no token, another token, a request that is wrong. */
async function examineRefusals({ transport, writes, sessions, notes, rows }: Going): Promise<void> {
  const [session] = sessions;
  for (const [name, row] of rows) {
    const note = notes.get(name) as CallNotes;
    const bad = badInput(row);
    // A call that writes and takes an empty request may take everything for an empty one, and do what it does. It is
    // asked only by those for whom a gateway does nothing.
    const mayWrite = row.effect !== "reads" && row.request.safeParse({}).success && (bad === null || !writes);
    if (mayWrite && row.access === "visitor") continue;
    const input = bad ?? {};
    const ask = (asker: Asker, token?: string): Promise<Reply> =>
      transport.call(name, row, input, asker, token);
    const first = await ask(visitor);
    if (isMissing(first)) {
      note.isMissing = true;
      continue;
    }
    if (row.access !== "visitor") {
      checkRefusal(note, first, asked(visitor, input), ["NOT_SIGNED_IN"]);
      checkRefusal(note, await ask(forged), asked(forged, input, "假的会话"), ["NOT_SIGNED_IN"]);
    } else if (bad !== null)
      checkBadInput(note, row, { reply: first, request: asked(visitor, input), input }, ["TOO_FREQUENT"]);
    if (!session || mayWrite) continue;
    if (actsForAccount(row))
      for (const [token, special] of [
        ["", "没有安全令牌"],
        ["conformance", "别人的安全令牌"],
      ] as const)
        checkRefusal(note, await ask(session, token), asked(session, input, special), [
          "CSRF_TOKEN_MISMATCH",
        ]);
    if (row.access === "visitor" || bad === null) continue;
    const may = mayMake(row.access, session.role);
    const also: RefusalCode[] = may === "yes" || may === "maybe" ? ["TOO_FREQUENT"] : ["TOO_FREQUENT", may];
    const reply = await ask(session);
    checkBadInput(note, row, { reply, request: asked(session, input), input }, also);
  }
}

/** Asks one good question as one person. Returns whether there was one. */
async function askGood(
  { transport, notes }: Going,
  [name, row]: [CallName, Call],
  asker: Asker,
  found: Found,
): Promise<boolean> {
  const note = notes.get(name) as CallNotes;
  const input = samples[name] ? samples[name](found) : {};
  if (input === undefined) return false;
  const may = mayMake(row.access, asker.role);
  const request = asked(asker, input);
  const reply = await transport.call(name, row, input, asker);
  const reason = standsInTheWay[codeOf(reply) ?? ""];
  if (reason) note.reasons.add(reason);
  else if (may !== "yes" && may !== "maybe") checkRefusal(note, reply, request, [may]);
  else if (
    (may === "maybe" || refusedByRule.has(name)) &&
    [404, 409, 422].includes(reply.status) &&
    codeOf(reply)
  )
    checkRuleRefusal(note, reply, request);
  else if (checkAnswer(note, row, { reply, request, asker })) found.note(name, reply.body);
  return true;
}

/** Asks every reading call that can be asked about something, as this person; what is found leads to further questions. */
async function examineReading(going: Going, asker: Asker, found: Found): Promise<void> {
  let left = going.rows.filter(
    ([name, { effect }]) => effect === "reads" && !going.notes.get(name)?.isMissing,
  );
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const rest: typeof left = [];
    for (const row of left) if (!(await askGood(going, row, asker, found))) rest.push(row);
    left = rest;
  }
  for (const [name] of left) going.notes.get(name)?.reasons.add("网关里没有可问的东西");
}

/** Asks about what is not there. */
async function examineNothing({ transport, notes, rows }: Going): Promise<void> {
  for (const [name, row] of rows) {
    const input = nothing[name];
    const note = notes.get(name) as CallNotes;
    if (!input || note.isMissing) continue;
    const reply = await transport.call(name, row, input, visitor);
    const request = asked(visitor, input);
    if (
      note.check(reply.status === 404, () => ({ request, expected: "404：没有这样东西", got: told(reply) }))
    )
      note.check(codeOf(reply) !== undefined, () => ({ request, expected: "errorCode", got: told(reply) }));
  }
}

/** The session's own answers: who it is, and nobody for a visitor. */
async function examineSessions({ transport, sessions, notes }: Going): Promise<void> {
  const note = notes.get("workspaceCurrent");
  if (!note) return;
  for (const asker of [visitor, forged]) {
    const reply = await transport.call("workspaceCurrent", contract.workspaceCurrent, {}, asker);
    const user = (reply.body as { user?: unknown } | undefined)?.user ?? null;
    note.check(reply.status === 200 && user === null, () => ({
      request: asked(asker, {}),
      expected: "200，user 为 null",
      got: `${told(reply)}，user ${JSON.stringify(user)}`,
    }));
  }
  for (const asker of sessions) {
    const reply = await transport.call("workspaceCurrent", contract.workspaceCurrent, {}, asker);
    const token = reply.headers.get(csrfTokenHeader);
    note.check(token === asker.token, () => ({
      request: asked(asker, {}, "再问一次"),
      expected: "同一个安全令牌",
      got: token ? "另一个" : "没有",
    }));
  }
}

/**
 * Asks a gateway every call of the contract and every address beside them, as everybody it has a session of, and says of
 * each what is right and wrong. It writes only into the section that is named.
 */
export async function examine({
  transport,
  sessions,
  section,
  only,
  waitForLimit,
}: Examination): Promise<CallResult[]> {
  const rows = (Object.entries(contract) as [CallName, Call][]).filter(
    ([name]) => !only || only.includes(name),
  );
  const notes = new Map(rows.map(([name]) => [name, new CallNotes()]));
  const first = await transport.call("workspaceCurrent", contract.workspaceCurrent, {}, visitor);
  if (first.status === 0) throw new StartError("网关没有回答：检查 --url、网络和防火墙");
  const askers: Asker[] = [];
  for (const [role, cookie] of sessions) askers.push(await openSession(transport, role, cookie));
  const going: Going = { transport, writes: section !== undefined, sessions: askers, notes, rows };
  await examineSessions(going);
  await examineRefusals(going);
  const open = new Found(0, section);
  await examineReading(going, visitor, open);
  const founds = new Map<Asker, Found>();
  for (const asker of askers) {
    const found = new Found(asker.uid, section, open);
    founds.set(asker, found);
    await examineReading(going, asker, found);
  }
  await examineNothing(going);
  if (section !== undefined) await writeInto(section, { transport, askers, notes, waitForLimit });
  for (const [name, { effect }] of rows)
    if (effect !== "reads")
      notes.get(name)?.reasons.add(section === undefined ? "会写入；没有 --write" : "会写到指定版块之外");
  const results = rows.map(([name, { group }]) => (notes.get(name) as CallNotes).result(name, group));
  if (!transport.get) return results;
  const texts = rows.flatMap(([name]) => textsOf([open, ...founds.values()].map((one) => one.answer(name))));
  return [
    ...results,
    ...(await examineAddresses(
      transport.get,
      texts.map(([, text]) => text),
    )),
  ];
}
