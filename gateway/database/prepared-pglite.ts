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

/** The number of prepared statements. The gateway has some hundreds; those with lists of ids vary by length. */
const preparedMaximum = 500;

type Messages = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"];

const already = new WeakSet<PGlite>();

interface Prepared {
  name: string;
  /** The OIDs of the parameters. */
  types: number[];
  /** The description of the result rows; empty for a statement without rows. */
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
 * Makes a PGlite prepare each repeated statement once. PGlite itself parses, plans and describes a statement every
 * time, which costs four times as much as running a small one (docs/performance.md). It uses only documented functions:
 * `execProtocol` within `runExclusive`, which waits for other queries but not for transactions. So statements outside
 * of a transaction wait here.
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

  /** Runs a prepared statement. No other statement may run at the same time. */
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
      // This ends the statement, also after a failure, and commits its writes.
      await send(serialize.sync());
    }
    // PGlite would merge these parsers with its own for every query, which takes half of the time of a small query.
    const { parsers, ...rest } = options ?? {};
    const all = parsers ? Object.assign(Object.create(client.parsers), parsers) : client.parsers;
    return parse.parseResults(answers as never, all, rest)[0] as Results<Row>;
  }

  /** Runs a statement outside of a transaction, and then flushes the files like PGlite's own query. */
  async function runAlone<Row>(text: string, values: unknown[], options?: QueryOptions) {
    const results = await run<Row>(text, values, options);
    await client.syncToFs();
    return results;
  }

  /** Whether to prepare a statement: it is repeated, and uses no option that only PGlite's own query supports. */
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
