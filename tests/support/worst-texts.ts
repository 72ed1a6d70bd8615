/**
 * The slowest known texts: each blocked the thread that rendered it, or the page that showed it, longer than any other
 * text of its kind. They fill the field that takes them.
 */
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
const row = (columns: number, cell = "a") => `|${`${cell}|`.repeat(columns)}\n`;
const table = (columns: number, body: string) => row(columns) + row(columns, "-") + body;

const makers: Record<string, (length: number) => string> = {
  "lists in lists on every line": (length) => fill(`${"- ".repeat(20)}a\n`, length),
  "quotes in quotes on every line": (length) => fill(`${"> ".repeat(20)}a\n`, length),
  "deep lists by indentation": (length) =>
    Array.from({ length: Math.floor(Math.sqrt(length)) }, (_, depth) => `${"  ".repeat(depth)}- a\n`).join(
      "",
    ),
  "a table of 20 columns": (length) => table(20, fill(row(20), length)),
  "a table of 60 columns": (length) => table(60, fill(row(60), length)),
  "short rows beneath a wide head": (length) => table(18, fill("a\n", length)),
  "many small tables": (length) => fill(`${table(6, "a\n")}\n`, length),
  "blanks inside a line": (length) => `a${" ".repeat(length - 2)}b`,
  "blanks at the ends of lines": (length) => fill(`a${" ".repeat(200)}\n`, length),
  "bold pairs": (length) => fill(`${"**a** ".repeat(300)}\n\n`, length),
  "stars without partners": (length) => fill(`${"*a _b ".repeat(300)}\n\n`, length),
  links: (length) => fill(`${"[a](b) ".repeat(300)}\n\n`, length),
  "brackets that open": (length) => fill(`${"[".repeat(900)}\n\n`, length),
  "addresses in a row": (length) => fill("http://a.b/", length),
  "mail addresses": (length) => fill("a@b.", length),
  entities: (length) => fill("&#x41;&quot;", length),
  "backticks of every length": () =>
    Array.from({ length: 300 }, (_, ticks) => "`".repeat(ticks % 60))
      .join("a ")
      .repeat(20),
  "code of many colours": (length) => `\`\`\`js\n${fill("a=1;b='x';\n", length)}`,
  "pictures that only the author has": (length) => `data: ${fill("![", length)}`,
  "one name of many joints": (length) => fill("a1", length),
};

/** The texts with their descriptions. Each has at most `length` characters. */
export const worstTexts = (length: number): [string, string][] =>
  Object.entries(makers).map(([name, make]) => [name, make(length).slice(0, length)]);
