/* biome-ignore-all lint/performance/noDynamicNamespaceImportAccess: the names are data; nothing of this is shipped */
/**
 * Writes app/assets/icons.svg: the icons that the portal uses, as one sprite that the browser fetches once.
 * Add a name here, run `node scripts/build-icons.mjs`, and commit the result.
 */
import { writeFileSync } from "node:fs";
import * as tabler from "@tabler/icons-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const names = [
  "alert-circle",
  "arrow-back-up",
  "arrow-up",
  "at",
  "bell",
  "bell-off",
  "blockquote",
  "bold",
  "bookmark",
  "bulb",
  "calendar-event",
  "camera",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "circle-check",
  "circuit-board",
  "clock",
  "code",
  "copy",
  "cpu",
  "cpu-2",
  "device-desktop",
  "device-floppy",
  "device-laptop",
  "device-mobile",
  "download",
  "engine",
  "external-link",
  "eye",
  "file-text",
  "flag",
  "folder",
  "hash",
  "heading",
  "heart",
  "history",
  "home",
  "info-circle",
  "italic",
  "link",
  "list",
  "list-check",
  "list-numbers",
  "lock",
  "login",
  "logout",
  "map-pin",
  "menu-2",
  "message",
  "message-circle",
  "moon",
  "news",
  "paperclip",
  "pencil",
  "photo",
  "pin",
  "plus",
  "qrcode",
  "refresh",
  "rocket",
  "school",
  "search",
  "settings",
  "share",
  "source-code",
  "speakerphone",
  "stack",
  "star",
  "sun",
  "sun-moon",
  "table",
  "terminal",
  "thumb-up",
  "tool",
  "trash",
  "trophy",
  "user",
  "user-check",
  "user-plus",
  "users",
  "video",
  "wifi",
  "x",
];
/** Icons with another name in the icon set. */
const aliases = { engine: "engine", "circuit-board": "circuit-resistor" };

const symbols = names.map((name) => {
  const component = `Icon${(aliases[name] ?? name)
    .split("-")
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join("")}`;
  if (!tabler[component]) throw new Error(`@tabler/icons-react has no ${component}`);
  const inner = renderToStaticMarkup(createElement(tabler[component])).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<symbol id="${name}" viewBox="0 0 24 24">${inner}</symbol>`;
});
writeFileSync(
  new URL("../app/assets/icons.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`,
);
writeFileSync(
  new URL("../app/ui/icon-names.gen.ts", import.meta.url),
  `/** Written by scripts/build-icons.mjs. */\nexport type IconName =\n${names.map((name) => `  | "${name}"`).join("\n")};\n`,
);
