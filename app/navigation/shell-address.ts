import type { ShellName } from "./screen-row";

const h5Prefix = "/h5";

/** Which shell an address belongs to. */
export function shellOf(pathname: string): ShellName {
  // In any case of letters, as the router takes it.
  return /^\/h5(?:\/|$)/i.test(pathname) ? "h5" : "desktop";
}

/** The clause ids whose h5 page takes another name (spec 2.1). */
const policyCid = (id: string) => (id === "legalNotices" ? "legal-policy" : id);
const policyId = (cid: string) => (cid === "legal-policy" ? "legalNotices" : cid);

/**
 * The same page in the other shell: path, parameters and query kept (spec 1). `address` is path plus query.
 */
export function twin(address: string, shell: ShellName): string {
  const url = new URL(address, "http://portal");
  const path = url.pathname;
  if (shellOf(path) === shell) return path + url.search;
  if (shell === "h5") {
    const policy = /^\/legalNotices\/([^/]+)\/?$/.exec(path)?.[1];
    if (policy) {
      url.searchParams.set("cid", policyCid(policy));
      return `${h5Prefix}/protocol${url.search}`;
    }
    return h5Prefix + (path === "/" ? "" : path) + url.search;
  }
  if (path === `${h5Prefix}/protocol`) {
    const cid = url.searchParams.get("cid") ?? "legal-policy";
    url.searchParams.delete("cid");
    return `/legalNotices/${encodeURIComponent(policyId(cid))}${url.search}`;
  }
  // The text after the prefix must not become another site's address: /h5//host.
  return path.slice(h5Prefix.length).replace(/^\/*/, "/") + url.search;
}

/**
 * A path inside the shell that the visitor is in. Addresses of other sites and of no screen stay as they are.
 */
export function inShell(path: string, shell: ShellName): string {
  if (
    shell === "desktop" ||
    !path.startsWith("/") ||
    path.startsWith("/login") ||
    path.startsWith("/gateway/")
  )
    return path;
  return shellOf(path) === "h5"
    ? path
    : twin(path.split("#")[0] ?? path, "h5") + (path.includes("#") ? path.slice(path.indexOf("#")) : "");
}

/**
 * The policy that a policy page shows: an id under /legalNotices, a cid under /h5/protocol, or the
 * activities' own page.
 */
export function policyIdOf(url: URL, parameter: string | undefined): string {
  if (/\/activeprivacyPolicy\/*$/i.test(url.pathname) && parameter === undefined)
    return "activeprivacyPolicy";
  return parameter ?? policyId(url.searchParams.get("cid") ?? "legal-policy");
}
