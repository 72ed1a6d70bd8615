import { orWithout } from "~/failure/explain.server";
import { cached } from "~/gateway-client/cached.server";
import { paths } from "~/navigation/paths";
import { withAside } from "~/request/aside.server";
import type { Scope } from "~/request/scope.server";
import { leftMenu } from "./header/left-menu.server";
import { columnsMarkup, drawerMarkup, legalMarkup, panelMarkup } from "./header/navigation.server";

/** Seconds for which navigation and footer are kept in this process (spec 2.6: fetched if not yet loaded). */
const keepSeconds = 60;

/** The footer's columns, as markup for the visitor's shell. */
const columns = (scope: Scope) =>
  orWithout(
    scope,
    cached(`footer:${scope.shell}`, keepSeconds, async () =>
      columnsMarkup((await scope.publicGateway.call("getFooterLink", {})).data, scope.shell),
    ),
    columnsMarkup([], scope.shell),
  );
/** The trees of products and resources, as panels or as parts of the drawer. */
const panels = (scope: Scope) =>
  orWithout(
    scope,
    cached(`navbar:${scope.shell}`, keepSeconds, async () => {
      const { products, resources } = (await scope.publicGateway.call("getNavbar", {})).data;
      return scope.shell === "h5"
        ? {
            products: drawerMarkup("产品", paths.products(), products),
            resources: drawerMarkup("资源", paths.resources(), resources),
          }
        : { products: panelMarkup(products), resources: panelMarkup(resources) };
    }),
    { products: "", resources: "" },
  );

/** The footer's legal links, by the names that the operator's clauses have (spec 3.1, clauseList). */
const legal = (scope: Scope) =>
  cached(`clauses:${scope.shell}`, keepSeconds, async () =>
    legalMarkup(
      (await scope.publicGateway.call("getClause", { prottype: [1, 2, 3, 4, 5] })).data,
      scope.shell,
    ),
  );

/** What the footer shows besides its columns. */
const footing = ({ settings: { copyright, filingNumbers } }: Scope) => ({ copyright, filingNumbers });

/** What a shell shows around every screen. The navigation goes into the document alone. */
export async function loadShell(scope: Scope) {
  const [footer, menu, links, visitor] = await Promise.all([
    columns(scope),
    panels(scope),
    orWithout(scope, legal(scope), legalMarkup([], scope.shell)),
    scope.visitor().catch(() => null),
  ]);
  scope.page.navigation = { ...menu, columns: footer, legal: links };
  return withAside(scope, { ...footing(scope), menu: leftMenu(visitor?.leftMenuNode) });
}
