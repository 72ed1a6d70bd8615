import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { statementStep, traced } from "contract/base/trace";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

/** Statements that stay prepared. The gateway has some hundreds; those with lists of ids vary by length. */
const preparedMaximum = 500;

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];

const already = new WeakSet<PGlite>();

interface Prepared {
  name: string;
  /** OIDs of the parameters. */
  types: number[];
  /** What the statement says of its rows: nothing for one that has none. */
  described: Messages;
}

type Query = <Row>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<Row>>;

function together(messages: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    all.set(message, at);
    at += message.length;
  }
  return all;
}

/**
 * Has a PGlite prepare the statements that it is given again and again, each once: PGlite itself parses, plans and
 * describes a statement every time, which costs four times what running a small one does (docs/performance.md). Only
 * what PGlite documents is used: `execProtocol` within `runExclusive`, which waits for other queries. It does not wait
 * for transactions, so whatever stands outside of one waits here.
 */
export function preparing(client: PGlite): PGlite {
  if (already.has(client)) return client;
  already.add(client);
  const { serialize } = protocol;
  const plainQuery = client.query.bind(client) as Query;
  const plainTransaction = client.transaction.bind(client) as PGlite["transaction"];
  const oneAtATime = pLimit(1);
  const send = async (...messages: Uint8Array[]) =>
    (await client.execProtocol(together(messages), { syncToFs: false })).messages;

  const once = new LRUCache<string, true>({ max: preparedMaximum });
  let dropped: Prepared[] = [];
  const prepared = new LRUCache<string, Prepared>({
    max: preparedMaximum,
    dispose: (statement) => dropped.push(statement),
  });
  let serial = 0;

  async function prepare(text: string): Promise<Prepared> {
    serial += 1;
    const name = `kept_${serial}`;
    const described = await send(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const types = parse.parseDescribeStatementResults(described);
    const statement = {
      name,
      types,
      described: described.filter((message) => message.name === "rowDescription"),
    };
    prepared.set(text, statement);
    return statement;
  }

  /** Runs a prepared statement. Nothing else is under way. */
  async function run<Row>(text: string, values: unknown[], options?: QueryOptions): Promise<Results<Row>> {
    let answers: Messages;
    try {
      const closing = dropped.map(({ name }) => serialize.close({ type: "S", name }));
      dropped = [];
      if (closing.length > 0) await send(...closing);
      const { name, types, described } = prepared.get(text) ?? (await prepare(text));
      const bound = values.map((value, index) => {
        if (value === null || value === undefined) return null;
        return client.serializers[types[index] ?? 0]?.(value) ?? String(value);
      });
      answers = [
        ...described,
        ...(await send(serialize.bind({ statement: name, values: bound }), serialize.execute({}))),
      ];
    } finally {
      // Ends the statement, after a failure too; what it wrote is committed here.
      await send(serialize.sync());
    }
    // PGlite would put these and its own together anew for every query: more than half of what a small one takes.
    const { parsers, ...rest } = options ?? {};
    const all = parsers ? Object.assign(Object.create(client.parsers), parsers) : client.parsers;
    return parse.parseResults(answers as never, all, rest)[0] as Results<Row>;
  }

  /** The same outside of a transaction: what it wrote is written down, as PGlite's own query does. */
  async function runAlone<Row>(text: string, values: unknown[], options?: QueryOptions) {
    const results = await run<Row>(text, values, options);
    await client.syncToFs();
    return results;
  }

  /** Whether it is worth preparing: it came before, and needs nothing that only PGlite's own query does. */
  function isWorthIt(text: string, options?: QueryOptions): boolean {
    if (options?.blob || options?.paramTypes || options?.serializers || options?.onNotice) return false;
    if (prepared.has(text) || once.has(text)) return true;
    once.set(text, true);
    return false;
  }

  const query: Query = (text, values = [], options) =>
    traced(
      () => statementStep(text),
      () =>
        oneAtATime(() =>
          isWorthIt(text, options)
            ? client.runExclusive(() => runAlone(text, values, options))
            : plainQuery(text, values, options),
        ),
    );

  const inTransaction = (transaction: Transaction): Transaction => {
    const plain = transaction.query.bind(transaction) as Query;
    const queryInside: Query = (text, values = [], options) =>
      traced(
        () => statementStep(text),
        () =>
          isWorthIt(text, options) && !transaction.closed
            ? client.runExclusive(() => run(text, values, options))
            : plain(text, values, options),
      );
    return Object.assign(Object.create(transaction), { query: queryInside }) as Transaction;
  };

  return Object.assign(client, {
    query,
    transaction: ((work) =>
      oneAtATime(() =>
        plainTransaction((transaction) => work(inTransaction(transaction))),
      )) as PGlite["transaction"],
  });
}
