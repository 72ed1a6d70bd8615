/** The servers that DATABASE_URL names: one, or those of a cluster whose primary moves. */
export interface Servers {
  /** An address for each, in the order in which they are tried. */
  urls: readonly string[];
  /** Whether a server that only reads is passed over. */
  mustWrite: boolean;
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
/** What libpq knows, of which a gateway, which writes, can use these. */
const usableAttributes = ["any", "read-write", "primary"];

/**
 * Reads an address as libpq does, of which node-postgres knows one server only: `postgres://a,b:5433/db`, lists in
 * `host` and `port`, sockets (`postgres:///db?host=/run/postgresql`), and `target_session_attrs`. Null for what is none.
 */
export function serversOf(databaseUrl: string): Servers | null {
  const [, start, authority, path = "", search = ""] = shape.exec(databaseUrl) ?? [];
  if (start === undefined || authority === undefined) return null;
  const parameters = new URLSearchParams(search);
  const attributes = parameters.get("target_session_attrs");
  const [named, ports] = [parameters.get("host"), parameters.get("port")?.split(",") ?? []];
  if (attributes !== null && !usableAttributes.includes(attributes)) return null;
  for (const name of ["target_session_attrs", ...(named ? ["host", "port"] : [])]) parameters.delete(name);
  const urlOf = (host: string, own: Record<string, string | undefined>) => {
    const query = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(own)) if (value) query.set(name, value);
    return `${start}${host}${path}${query.size > 0 ? `?${query}` : ""}`;
  };
  const urls = named
    ? named.split(",").map((host, at) => urlOf("", { host, port: ports[at] ?? ports[0] }))
    : authority.split(",").map((host) => urlOf(host, {}));
  const isComplete = named ? named.split(",").every(Boolean) : authority.split(",").every(Boolean);
  // An address with a user and a socket has no host, which URL does not take and node-postgres does.
  if (!isComplete || !urls.every((url) => URL.canParse(url.replace("@/", "@localhost/")))) return null;
  return { urls, mustWrite: urls.length > 1 || (attributes !== null && attributes !== "any") };
}
