import { BlockList, isIP } from "node:net";
import { refusals } from "contract/refusals";
import { gt, isNull, or } from "drizzle-orm";
import { addressBans } from "../database/schema";
import { keep } from "./answers";
import type { Caller, Services } from "./context";
import { Refusal } from "./refusal";

/** How long a process goes by the bans that it read: a new one holds everywhere after that. */
const keepSeconds = 5;
export const bansAnswer = "address bans";

/** Wider than that, a ban is of whole providers. */
const shortestPrefix = { 4: 16, 6: 32 } as const;

/** An address as it is compared: one that speaks IPv4 in IPv6 is IPv4. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/, "");

interface Network {
  address: string;
  bits: number;
  family: "ipv4" | "ipv6";
}

/** A network as address/bits, or an address alone; null for what is neither, or too wide. */
export function parseNetwork(text: string): Network | null {
  const [, written = "", prefixText] = text.match(/^([^/]+)(?:\/(\d{1,3}))?$/) ?? [];
  const address = plainAddress(written);
  const version = isIP(address);
  if (version !== 4 && version !== 6) return null;
  const all = version === 4 ? 32 : 128;
  const bits = prefixText === undefined ? all : Number(prefixText);
  if (bits > all || bits < shortestPrefix[version]) return null;
  return { address, bits, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Whether an address lies in the network. */
export function isInNetwork(network: Network, address: string): boolean {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  list.addSubnet(network.address, network.bits, network.family);
  return list.check(plain, version === 4 ? "ipv4" : "ipv6");
}

/** Why nobody registers or writes from this address; null where they may. */
export async function networkBan(
  services: Pick<Services, "database" | "now">,
  address: string,
): Promise<string | null> {
  const bans = await keep(services, [bansAnswer], { seconds: keepSeconds }, () =>
    services.database
      .select({ network: addressBans.network, reason: addressBans.reason })
      .from(addressBans)
      .where(or(isNull(addressBans.until), gt(addressBans.until, services.now()))),
  );
  const ban = bans.find(({ network }) => {
    const parsed = parseNetwork(network);
    return parsed !== null && isInNetwork(parsed, address);
  });
  return ban ? `${refusals.ADDRESS_BANNED.message}，原因：${ban.reason}` : null;
}

/** Throws ADDRESS_BANNED, with why, for a caller in a banned network. */
export async function checkNetwork({
  caller,
  ...services
}: Pick<Services, "database" | "now"> & { caller: Caller }): Promise<void> {
  const reason = await networkBan(services, caller.address);
  if (reason !== null) throw new Refusal("ADDRESS_BANNED", undefined, reason);
}
