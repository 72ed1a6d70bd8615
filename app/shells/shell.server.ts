import type { Scope } from "~/context.server";
import { cached } from "~/gateway-client/cached.server";
import { GatewayError } from "~/gateway-client/errors";
import { packLinks } from "./link-tree";

/** Seconds for which navigation and footer are kept in this process (spec 2.6: fetched if not yet loaded). */
const keepSeconds = 60;

async function orEmpty<T>(empty: T, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    // A page without its footer is still a page (design 8).
    if (error instanceof GatewayError) return empty;
    throw error;
  }
}

const footer = (scope: Scope) =>
  orEmpty(
    packLinks([]),
    cached("footer", keepSeconds, async () => packLinks((await scope.publicGateway.call("getFooterLink", {})).data)),
  );
const panels = (scope: Scope) =>
  orEmpty(
    { products: packLinks([]), resources: packLinks([]) },
    cached("navbar", keepSeconds, async () => {
      const { products, resources } = (await scope.publicGateway.call("getNavbar", {})).data;
      return { products: packLinks(products), resources: packLinks(resources) };
    }),
  );

/** What the desktop shell shows around every screen. */
export async function loadDesktopShell(scope: Scope) {
  const [columns, menu] = await Promise.all([footer(scope), panels(scope)]);
  const { copyright, filingNumbers } = scope.settings;
  return { columns, menu, copyright, filingNumbers };
}

/** What the h5 shell shows around every screen. */
export async function loadH5Shell(scope: Scope) {
  const { copyright, filingNumbers } = scope.settings;
  return { columns: await footer(scope), copyright, filingNumbers };
}
