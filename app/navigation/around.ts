/**
 * The routes that stand around every screen. Their modules are in the script that every page loads
 * (entry.client.tsx), so no page asks for a file of each.
 */
const aroundScreens = ["root", "desktop", "desktop-screens", "h5", "h5-screens"] as const;

export type AroundScreens = (typeof aroundScreens)[number];

interface Manifest {
  entry: { module: string };
  routes: Record<string, { module: string; imports?: string[] }>;
}

/**
 * Remix's manifest, with the modules of those routes where they are. Server and browser must both have it:
 * the document names what it loads. In development each is a file of its own.
 */
export function withAroundInEntry<Known extends Manifest>(manifest: Known): Known {
  if (import.meta.env.DEV) return manifest;
  const around = aroundScreens.flatMap((id) => {
    const route = manifest.routes[id];
    return route ? [[id, { ...route, module: manifest.entry.module, imports: [] }] as const] : [];
  });
  return { ...manifest, routes: { ...manifest.routes, ...Object.fromEntries(around) } };
}
