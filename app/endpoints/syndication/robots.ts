import { publicAnswer } from "~/request/public-answer.server";

/** What a topic's page is asked to show for one person's next step. */
const steps = ["replyTo", "remove", "report", "history", "invite", "accomplish", "complain"];
/** What is the gateway's own, forms, and such steps. */
const others = ["/gateway/", "/login", "/logout", "/preferences", ...steps.map((name) => `/*?*${name}=`)];
/** Where a signed-in person's own pages begin, and searches, of which there is no end; in both shells. */
const areas = [
  ...[
    "/moderator",
    "/personalCenter",
    "/message",
    "/setting",
    "/posting",
    "/forum/myfollow",
    "/forum/publish",
    "/home/preview",
  ],
  ...["/search", "/suggestion", "/complaint"],
];

/** robots.txt (RFC 9309): what is for everyone to find; in access mode 0 nothing is. */
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
