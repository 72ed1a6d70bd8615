import type { CallResponse } from "contract";
import { orWithout } from "~/failure/explain.server";
import { paths } from "~/navigation/paths";
import type { ShellName } from "~/navigation/screens";
import { withAside } from "~/request/aside.server";
import type { Scope } from "~/request/scope.server";
import { leftMenu } from "./header/left-menu.server";
import { columnsMarkup, drawerMarkup, legalMarkup, panelMarkup } from "./header/navigation.server";

/**
 * Derives a value from an answer for each shell, once per answer object. The value lives as long as the cached answer
 * (spec 2.6: fetched if not yet loaded).
 */
function oncePerAnswer<Answer extends object, Made>(make: (answer: Answer, shell: ShellName) => Made) {
  const byAnswer = new WeakMap<Answer, Partial<Record<ShellName, Made>>>();
  return (answer: Answer, shell: ShellName): Made => {
    const byShell = byAnswer.get(answer) ?? {};
    byAnswer.set(answer, byShell);
    byShell[shell] ??= make(answer, shell);
    return byShell[shell];
  };
}

const footerMarkup = oncePerAnswer(({ data }: CallResponse<"getFooterLink">, shell) =>
  columnsMarkup(data, shell),
);
const navbarMarkup = oncePerAnswer(({ data: { products, resources } }: CallResponse<"getNavbar">, shell) =>
  shell === "h5"
    ? {
        products: drawerMarkup("产品", paths.products(), products),
        resources: drawerMarkup("资源", paths.resources(), resources),
      }
    : { products: panelMarkup(products), resources: panelMarkup(resources) },
);
const clausesMarkup = oncePerAnswer(({ data }: CallResponse<"getClause">, shell) => legalMarkup(data, shell));

/** The markup of the footer's columns for the visitor's shell. */
const columns = async ({ publicGateway, shell }: Scope) =>
  footerMarkup(await publicGateway.call("getFooterLink", {}), shell);

/** The trees of products and resources, as panels or as parts of the drawer. */
const panels = async ({ publicGateway, shell }: Scope) =>
  navbarMarkup(await publicGateway.call("getNavbar", {}), shell);

/** The footer's legal links, with the titles of the operator's clauses (spec 3.1, clauseList). */
const legal = async ({ publicGateway, shell }: Scope) =>
  clausesMarkup(await publicGateway.call("getClause", { prottype: [1, 2, 3, 4, 5] }), shell);

/** The footer's settings. */
const footing = ({ settings: { copyright, filingNumbers } }: Scope) => ({ copyright, filingNumbers });

/** The data of a shell around every screen. The navigation's markup is only in the document, not in the data. */
export async function loadShell(scope: Scope) {
  const [footer, menu, links, visitor] = await Promise.all([
    orWithout(scope, columns(scope), columnsMarkup([], scope.shell)),
    orWithout(scope, panels(scope), { products: "", resources: "" }),
    orWithout(scope, legal(scope), legalMarkup([], scope.shell)),
    scope.visitor().catch(() => null),
  ]);
  scope.page.navigation = { ...menu, columns: footer, legal: links };
  return withAside(scope, { ...footing(scope), menu: leftMenu(visitor?.leftMenuNode) });
}
