import type { ShellName } from "./screen-row";

const h5Prefix = "/h5";

/** The shell of an address. */
export function shellOf(pathname: string): ShellName {
  // The router ignores case.
  return /^\/h5(?:\/|$)/i.test(pathname) ? "h5" : "desktop";
}

/** Policies whose id differs in the h5 shell (spec 2.1). */
const policyCid = (id: string) => (id === "legalNotices" ? "legal-policy" : id);
const policyId = (cid: string) => (cid === "legal-policy" ? "legalNotices" : cid);

/**
 * The address of the same page in the other shell, with its parameters and query (spec 1). `address` is path plus
 * query.
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
  // Extra slashes after the prefix must not become another site's address: `/h5//host`.
  return path.slice(h5Prefix.length).replace(/^\/*/, "/") + url.search;
}

/** A path in the visitor's shell. Addresses of other sites, of the login and of the gateway stay unchanged. */
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
 * The policy shown at an address: an id under /legalNotices, a cid under /h5/protocol, or the activities' policy
 * page.
 */
export function policyIdOf(url: URL, parameter: string | undefined): string {
  if (/\/activeprivacyPolicy\/*$/i.test(url.pathname) && parameter === undefined)
    return "activeprivacyPolicy";
  return parameter ?? policyId(url.searchParams.get("cid") ?? "legal-policy");
}
