/**
 * The parent routes of every screen. Their modules are part of the script that every page loads (entry.client.tsx),
 * so that no page needs one more file for each.
 */
const aroundScreens = ["root", "desktop", "desktop-screens", "h5", "h5-screens"] as const;

export type AroundScreens = (typeof aroundScreens)[number];

interface Manifest {
  entry: { module: string };
  routes: Record<string, { module: string; imports?: string[] }>;
}

/**
 * Remix's manifest with the modules of these routes inside the entry script. Server and browser must use the same
 * manifest, because the document lists the files to load. In development each route has its own file.
 */
export function withAroundInEntry<Known extends Manifest>(manifest: Known): Known {
  if (import.meta.env.DEV) return manifest;
  const around = aroundScreens.flatMap((id) => {
    const route = manifest.routes[id];
    return route ? [[id, { ...route, module: manifest.entry.module, imports: [] }] as const] : [];
  });
  return { ...manifest, routes: { ...manifest.routes, ...Object.fromEntries(around) } };
}
