/**
 * Remix's manifest, which every page loads, in less than two thirds of its bytes: each screen once instead of
 * once a shell, and of every route only what no other says. The script makes the same object of it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { minify } from "terser";

const flags = ["hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasErrorBoundary"];
const around = ["root", "desktop", "desktop-screens", "h5", "h5-screens"];

/**
 * The browser's half, which has nothing but what it is given. A row: path, flags, module, imports, sheets, and
 * where it is needed the id, or the one shell that has the screen.
 */
function unpack({ module, css, url, version, flags, empty, around, screens, others }) {
  // The entry's script and sheet, which all but a few name, go by a dot.
  const names = (text, whole, ending) =>
    text ? text.split(" ").map((name) => (name === "." ? whole : `/assets/${name}.${ending}`)) : [];
  const routes = {};
  const add = (id, parentId, path, [, bits, script, imports, sheets]) => {
    const route = { id, ...(parentId && { parentId }), path };
    flags.forEach((flag, at) => {
      route[flag] = Boolean((bits >> at) & 1);
    });
    route.module = names(script, module, "js")[0];
    route.imports = names(imports, module, "js");
    route.css = names(sheets, css, "css");
    routes[id] = route;
  };
  const rows = (text) => text.split("\n").map((row) => row.split(","));
  for (const row of rows(around)) {
    const [path, , , , , id, parent] = row;
    add(id, parent, parent ? undefined : path, row);
  }
  for (const shell of ["desktop", "h5"])
    for (const row of rows(screens)) {
      const [path, , , , , only] = row;
      if (only && only !== shell) continue;
      const slash = path === "*" ? "" : "/";
      add(
        `${shell}:${slash}${path}`,
        `${shell}-screens`,
        shell === "h5" ? (path ? `h5/${path}` : "h5") : path,
        row,
      );
    }
  for (const row of rows(others)) {
    const id = row[5] ?? `endpoints/${row[0]}`;
    row[2] ||= `${id.split("/").pop()}-${empty}`;
    add(id, "root", row[0], row);
  }
  return { entry: { module, imports: [], css: [css] }, routes, url, version };
}

function pack({ entry, routes, url, version }) {
  const module = entry.module;
  const css = entry.css[0];
  const name = (file) =>
    file === module || file === css ? "." : (/^\/assets\/(.+)\.(?:js|css)$/.exec(file)?.[1] ?? "?");
  const row = (path, route, ...more) =>
    [
      path,
      flags.reduce((bits, flag, at) => bits | (Number(route[flag]) << at), 0),
      name(route.module),
      route.imports.map(name).join(" "),
      route.css.map(name).join(" "),
      ...more,
    ].join(",");
  const all = Object.values(routes);
  const screens = new Map();
  for (const route of all.filter(({ parentId }) => parentId?.endsWith("-screens"))) {
    const shell = route.parentId.replace("-screens", "");
    const path = shell === "h5" ? route.path.replace(/^h5\/?/, "") : route.path;
    screens.set(path, { route, only: screens.has(path) ? [] : [shell] });
  }
  const others = all.filter(({ id, parentId }) => parentId === "root" && !around.includes(id));
  // Endpoints have no code for browsers: their files are named after them, and all hold the same nothing.
  const empty = /-([\w-]{8})\.js$/.exec(others[0].module)[1];
  const shortened = (route) =>
    row(route.path, route, ...(route.id === `endpoints/${route.path}` ? [] : [route.id])).replace(
      `,${route.id.split("/").pop()}-${empty},`,
      ",,",
    );
  return {
    module,
    css,
    url,
    version,
    flags,
    empty,
    around: around.map((id) => row("", routes[id], id, routes[id].parentId ?? "")).join("\n"),
    screens: [...screens].map(([path, { route, only }]) => row(path, route, ...only)).join("\n"),
    others: others.map(shortened).join("\n"),
  };
}

/** What a manifest says, in one order. */
const said = ({ routes, ...rest }) =>
  JSON.stringify([rest, Object.entries(routes).sort(([one], [other]) => (one < other ? -1 : 1))]);

/** Rewrites the manifest among the assets of a build, and fails where browsers would not be told the same. */
export async function packManifest(assets) {
  const begins = "window.__remixManifest=";
  const path = readdirSync(assets)
    .filter((name) => /^manifest-.*\.js$/.test(name))
    .map((name) => join(assets, name))
    .find((path) => readFileSync(path, "utf8").startsWith(begins));
  if (!path) throw new Error("no manifest: see scripts/pack-manifest.mjs");
  const read = (text) => {
    const window = {};
    runInNewContext(text, { window });
    return window.__remixManifest;
  };
  const whole = read(readFileSync(path, "utf8"));
  const { code } = await minify(`${begins}(${unpack})(${JSON.stringify(pack(whole))})`);
  if (said(read(code)) !== said(whole))
    throw new Error("Remix's manifest has changed: see scripts/pack-manifest.mjs");
  writeFileSync(path, code);
}
