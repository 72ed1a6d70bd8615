const pageEnd = Buffer.from("</body></html>");

/**
 * Remix puts its data for scripts behind the page's end, where a parser has to guess; it belongs to the body, where
 * parsers put it. Comments that stand between stay where they are: React looks for some of them.
 */
export function scriptsInBody(html: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const page = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const end = page.lastIndexOf(pageEnd);
  if (end === -1 || end + pageEnd.length === page.length) return html;
  const behind = page.toString("utf8", end + pageEnd.length);
  const scripts = behind.match(/<script\b[\s\S]*?<\/script>/g) ?? [];
  const rest = behind.replace(/<script\b[\s\S]*?<\/script>/g, "");
  return Buffer.concat([page.subarray(0, end), Buffer.from(scripts.join("")), pageEnd, Buffer.from(rest)]);
}
