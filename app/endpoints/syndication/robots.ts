import { screens } from "~/navigation/screens";
import { publicAnswer } from "~/request/public-answer.server";

/** Queries of a topic's page that open a form. */
const steps = ["replyTo", "remove", "report", "history", "invite", "accomplish", "accept", "complain"];
/** Addresses that search engines should not read: the gateway's, forms, and the queries above. */
const others = ["/gateway/", "/login", "/logout", "/preferences", ...steps.map((name) => `/*?*${name}=`)];
/** Pages that need signing in, as far as their addresses are fixed, and searches, which are endless. */
const areas = [
  ...[
    "/moderator",
    "/personalCenter",
    "/message",
    "/setting",
    "/search",
    "/suggestion",
    "/complaint",
    "/registEntry",
  ],
  ...screens.flatMap(({ path, access }) => (access ? path.split(":", 1) : [])),
].filter(
  (path, at, all) => !all.some((other, before) => path.startsWith(other) && (before < at || other !== path)),
);

/** robots.txt (RFC 9309). In access mode 0 it disallows everything. */
export const loader = publicAnswer(
  async ({ scope }) => {
    const disallowed = [...others, ...areas, ...areas.map((path) => `/h5${path}`)].map(
      (path) => `Disallow: ${path}`,
    );
    const lines = [
      "User-agent: *",
      "Allow: /gateway/files/",
      ...disallowed,
      "",
      `Sitemap: ${scope.origin}/sitemap.xml`,
    ];
    return { type: "text/plain", body: `${lines.join("\n")}\n` };
  },
  () => ({ type: "text/plain", body: "User-agent: *\nDisallow: /\n" }),
);
