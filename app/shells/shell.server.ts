import type { Scope } from "~/context.server";
import { cached } from "~/gateway-client/cached.server";
import { GatewayError } from "~/gateway-client/errors";
import { columnsMarkup, panelMarkup } from "./navigation.server";

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

/** The footer's columns, as markup for the visitor's shell. */
const columns = (scope: Scope) =>
  orEmpty(
    "",
    cached(`footer:${scope.shell}`, keepSeconds, async () =>
      columnsMarkup((await scope.publicGateway.call("getFooterLink", {})).data, scope.shell),
    ),
  );
const panels = (scope: Scope) =>
  orEmpty(
    { products: "", resources: "" },
    cached("navbar", keepSeconds, async () => {
      const { products, resources } = (await scope.publicGateway.call("getNavbar", {})).data;
      return { products: panelMarkup(products), resources: panelMarkup(resources) };
    }),
  );

/** What the footer shows besides its columns. */
const footing = ({ settings: { copyright, filingNumbers } }: Scope) => ({ copyright, filingNumbers });

/** What the desktop shell shows around every screen. The navigation goes into the document alone. */
export async function loadDesktopShell(scope: Scope) {
  const [footer, menu] = await Promise.all([columns(scope), panels(scope)]);
  scope.navigation = { ...menu, columns: footer };
  return footing(scope);
}

/** What the h5 shell shows around every screen. */
export async function loadH5Shell(scope: Scope) {
  scope.navigation = { products: "", resources: "", columns: await columns(scope) };
  return footing(scope);
}
