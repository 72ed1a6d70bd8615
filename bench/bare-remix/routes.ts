import { index, type RouteConfig } from "@remix-run/route-config";

export default [index("page.tsx")] satisfies RouteConfig;
