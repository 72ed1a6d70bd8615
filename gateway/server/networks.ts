import { BlockList, isIP } from "node:net";
import { refusals } from "contract/refusals";
import { gt, isNull, or } from "drizzle-orm";
import { addressBans } from "../database/schema";
import { keep } from "./answers";
import type { Caller, Services } from "./context";
import { Refusal } from "./refusal";

/** The seconds for which a process caches the bans. After that, a new ban is effective in all processes. */
const keepSeconds = 5;
export const bansAnswer = "address bans";

/** The shortest allowed prefix: a wider ban would affect whole providers. */
const shortestPrefix = { 4: 16, 6: 32 } as const;

/** An address in the form for comparison: an IPv4 address inside IPv6 becomes IPv4. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/, "");

interface Network {
  address: string;
  bits: number;
  family: "ipv4" | "ipv6";
}

/** Parses a network (address/bits) or a single address; null when it is neither, or too wide. */
export function parseNetwork(text: string): Network | null {
  const [, addressText = "", prefixText] = text.match(/^([^/]+)(?:\/(\d{1,3}))?$/) ?? [];
  const address = plainAddress(addressText);
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

/** The ban of this address's network, with its reason; null without one. */
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

/** Throws ADDRESS_BANNED, with the reason, for a caller in a banned network. */
export async function checkNetwork({
  caller,
  ...services
}: Pick<Services, "database" | "now"> & { caller: Caller }): Promise<void> {
  const reason = await networkBan(services, caller.address);
  if (reason !== null) throw new Refusal("ADDRESS_BANNED", undefined, reason);
}
