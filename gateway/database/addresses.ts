/** The servers in DATABASE_URL: one, or those of a cluster whose primary can change. */
export interface Servers {
  /** Their addresses, in the order of connection attempts. */
  urls: readonly string[];
  /** Whether to skip read-only servers. */
  mustWrite: boolean;
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/** The values of `target_session_attrs` in libpq that allow writes. */
const usableAttributes = ["any", "read-write", "primary"];

/**
 * Reads an address like libpq, because node-postgres supports only one server: `postgres://a,b:5433/db`, lists in
 * `host` and `port`, sockets (`postgres:///db?host=/run/postgresql`), and `target_session_attrs`. Null for an invalid
 * address.
 */
export function serversOf(databaseUrl: string): Servers | null {
  const [, start, authority, path = "", search = ""] = shape.exec(databaseUrl) ?? [];
  if (start === undefined || authority === undefined) return null;
  const parameters = new URLSearchParams(search);
  const attributes = parameters.get("target_session_attrs");
  const [hostParameter, ports] = [parameters.get("host"), parameters.get("port")?.split(",") ?? []];
  if (attributes !== null && !usableAttributes.includes(attributes)) return null;
  for (const name of ["target_session_attrs", ...(hostParameter ? ["host", "port"] : [])])
    parameters.delete(name);
  const urlOf = (host: string, own: Record<string, string | undefined>) => {
    const query = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(own)) if (value) query.set(name, value);
    return `${start}${host}${path}${query.size > 0 ? `?${query}` : ""}`;
  };
  const urls = hostParameter
    ? hostParameter.split(",").map((host, at) => urlOf("", { host, port: ports[at] ?? ports[0] }))
    : authority.split(",").map((host) => urlOf(host, {}));
  const isComplete = hostParameter
    ? hostParameter.split(",").every(Boolean)
    : authority.split(",").every(Boolean);
  // An address with a user and a socket has no host. `URL` rejects it, but node-postgres accepts it.
  if (!isComplete || !urls.every((url) => URL.canParse(url.replace("@/", "@localhost/")))) return null;
  return { urls, mustWrite: urls.length > 1 || (attributes !== null && attributes !== "any") };
}
