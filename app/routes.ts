import { layout, type RouteConfig, route } from "@remix-run/route-config";
import { type AreaName, areaId, areas } from "./navigation/areas";
import { endpoints } from "./navigation/endpoints";
import { dialogsId, routeId, type ShellName } from "./navigation/screen-row";
import { screens } from "./navigation/screens";

/** The screens of one shell, each in its area. The same file serves both shells; the path has the shell's prefix. */
function mount(shell: ShellName, prefix: string) {
  const shellScreens = screens.filter((screen) => !screen.only || screen.only === shell);
  const routesOf = (area: AreaName | undefined) =>
    shellScreens
      .filter((screen) => screen.area === area)
      .map((screen) =>
        route(
          `${prefix}${screen.path}`.replace(/^\/|\/$/g, ""),
          screen.file,
          { id: routeId(shell, screen) },
          // Not an index route: a form posted to this address belongs to the screen.
          screen.dialogs ? [route("", screen.dialogs, { id: dialogsId(shell, screen) })] : [],
        ),
      );
  return [
    ...routesOf(undefined),
    ...(Object.keys(areas) as AreaName[]).map((area) =>
      layout(areas[area], { id: areaId(shell, area) }, routesOf(area)),
    ),
  ];
}

/** The route table of spec 2.1: every screen in both shells, and the endpoints. */
export default [
  layout("shells/desktop.tsx", { id: "desktop" }, [
    layout("screens/boundary.tsx", { id: "desktop-screens" }, [
      ...mount("desktop", ""),
      route("*", "screens/other-address.tsx", { id: "desktop:*" }),
    ]),
  ]),
  layout("shells/h5.tsx", { id: "h5" }, [
    layout("screens/boundary.tsx", { id: "h5-screens" }, [
      ...mount("h5", "h5"),
      route("h5/*", "screens/other-address.tsx", { id: "h5:*" }),
    ]),
  ]),
  ...endpoints.map(({ path, file, id }) => route(path, `endpoints/${file}.ts`, id ? { id } : {})),
] satisfies RouteConfig;
