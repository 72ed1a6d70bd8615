import { orWithout } from "~/failure/explain.server";
import { cached } from "~/gateway-client/cached.server";
import type { Scope } from "~/request/scope.server";
import { columnsMarkup, panelMarkup } from "./header/navigation.server";

/** Seconds for which navigation and footer are kept in this process (spec 2.6: fetched if not yet loaded). */
const keepSeconds = 60;

/** The footer's columns, as markup for the visitor's shell. */
const columns = (scope: Scope) =>
  orWithout(
    cached(`footer:${scope.shell}`, keepSeconds, async () =>
      columnsMarkup((await scope.publicGateway.call("getFooterLink", {})).data, scope.shell),
    ),
    "",
  );
const panels = (scope: Scope) =>
  orWithout(
    cached("navbar", keepSeconds, async () => {
      const { products, resources } = (await scope.publicGateway.call("getNavbar", {})).data;
      return { products: panelMarkup(products), resources: panelMarkup(resources) };
    }),
    { products: "", resources: "" },
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
