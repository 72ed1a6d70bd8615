import { isIP } from "node:net";
import type { CallRequest, CallResponse } from "contract";
import { addTime } from "contract/base/time";
import { desc, eq } from "drizzle-orm";
import { pageOf } from "../../database/pages";
import { addressBans, moderationReasons } from "../../database/schema";
import { transact } from "../../database/transact";
import { peopleByIds } from "../../people/cards";
import { forget } from "../../server/answers";
import { accountOf, type CallContext } from "../../server/context";
import { bansAnswer, isInNetwork, parseNetwork } from "../../server/networks";
import { found, Refusal } from "../../server/refusal";
import { keepDone } from "../batches/store-batch";
import { banValues } from "../penalties/unban-network";
import { writeLog } from "../write-log";

const networkRefusal = () =>
  new Refusal("INVALID_REQUEST", {
    network: ["请填写 IP 地址，或 地址/位数（IPv4 不短于 16 位，IPv6 不短于 32 位）"],
  });

/** Bans a network; a network that is banned already gets the new reason and end. Throws OWN_NETWORK. */
export async function banNetwork(
  context: CallContext,
  { network: networkText, days, reason }: CallRequest<"banAddress">,
): Promise<CallResponse<"banAddress">> {
  const { database, caller, now } = context;
  const parsed = parseNetwork(networkText);
  if (!parsed || isIP(parsed.address) === 0) throw networkRefusal();
  if (isInNetwork(parsed, caller.address)) throw new Refusal("OWN_NETWORK");
  const network = `${parsed.address}/${parsed.bits}`;
  const at = now();
  const operatorId = accountOf(context).id;
  const until = days === 0 ? null : addTime(at, days, "day");
  const batch = await transact(database, async (inside) => {
    const values = { network, reason, until, byId: operatorId, createdAt: at };
    const same = eq(addressBans.network, network);
    const [was] = await inside.select().from(addressBans).where(same).for("update");
    const [row] = await inside
      .insert(addressBans)
      .values(values)
      .onConflictDoUpdate({ target: addressBans.network, set: values })
      .returning({ id: addressBans.id });
    const [words] = await inside.insert(moderationReasons).values({ text: reason }).returning();
    const storedReason = found(words, "SERVER_ERROR");
    const logEntry = {
      at,
      operatorId,
      action: "banAddress",
      targetId: found(row, "SERVER_ERROR").id,
    } as const;
    const batchId = await keepDone(inside, {
      ...logEntry,
      reasonId: storedReason.id,
      before: was ? banValues(was) : {},
    });
    await writeLog(inside, {
      ...logEntry,
      batchId,
      targetKind: "network",
      reason: storedReason,
      ...(was ? { before: { network, until: was.until?.toISOString() ?? null } } : {}),
      after: { network, until: until?.toISOString() ?? null },
    });
    return batchId;
  });
  forget({ database }, { name: bansAnswer });
  return { network, batch };
}

/** Banned networks, latest first; ended bans are listed until somebody lifts them. */
export async function listNetworks(
  { database }: CallContext,
  { page: requestedPage, size }: CallRequest<"addressBanList">,
): Promise<CallResponse<"addressBanList">> {
  const total = await database.$count(addressBans);
  const { offset, page, pages } = pageOf(total, requestedPage, size);
  const rows = await database
    .select()
    .from(addressBans)
    .orderBy(desc(addressBans.id))
    .limit(size)
    .offset(offset);
  const people = await peopleByIds(
    database,
    rows.map(({ byId }) => byId),
  );
  const items = rows.map(({ id, network, reason, until, byId, createdAt }) => ({
    id,
    network,
    reason,
    until: until?.toISOString() ?? "",
    by: people.get(byId) ?? null,
    createdAt: createdAt.toISOString(),
  }));
  return { items, page, pages, total };
}
