export type Encoding = "br" | "gzip" | "identity";

/** Browsers send a handful of values; the map is emptied rather than grown by those who send others. */
const known = new Map<string, Encoding>();
const knownMaximum = 200;

function choose(accept: string): Encoding {
  const offered = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    offered.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (name: string) => offered.get(name) ?? offered.get("*") ?? 0;
  if (weightOf("br") > 0) return "br";
  return weightOf("gzip") > 0 ? "gzip" : "identity";
}

/** The best of our encodings that an Accept-Encoding header takes. */
export function preferredEncoding(accept: string | string[] | undefined): Encoding {
  if (!accept) return "identity";
  const text = String(accept);
  let encoding = known.get(text);
  if (!encoding) {
    if (known.size >= knownMaximum) known.clear();
    encoding = choose(text);
    known.set(text, encoding);
  }
  return encoding;
}
