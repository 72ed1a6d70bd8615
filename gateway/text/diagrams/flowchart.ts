/** Characters with a meaning in the library's syntax. They are replaced in labels until the picture is drawn. */
const hidden = '[](){}|&<>"#';
const standIn = 0xe000;

/** A label with these characters replaced. */
export const hideSigns = (label: string) =>
  label.replace(/[[\](){}|&<>"#]/g, (sign) => String.fromCharCode(standIn + hidden.indexOf(sign)));
/** A drawn label with the replaced characters restored. */
export const showSigns = (text: string) =>
  text.replace(/[\ue000-\ue00b]/g, (sign) => hidden[sign.charCodeAt(0) - standIn] ?? "");

const shapes = [
  ["(((", ")))"],
  ["([", "])"],
  ["((", "))"],
  ["[[", "]]"],
  ["[(", ")]"],
  ["[/", "/]", "[", "]"],
  ["[/", "\\]"],
  ["[\\", "\\]", "[", "]"],
  ["[\\", "/]"],
  ["{{", "}}"],
  [">", "]"],
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
] as const;

const links: [RegExp, string][] = [
  [/^<?-{2,}>/, "-->"],
  [/^<?={2,}>/, "==>"],
  [/^<?-\.+->/, "-.->"],
  [/^-{3,}(?![ox>])/, "---"],
  [/^={3,}(?!>)/, "==="],
  [/^-\.+-(?!>)/, "-.-"],
];
const linksWithText: [RegExp, string][] = [
  [/^<?--\s*([^-\s].{0,200}?)\s*-{2,}>/, "-->"],
  [/^<?==\s*([^=\s].{0,200}?)\s*={2,}>/, "==>"],
  [/^<?-\.\s*([^.\s].{0,200}?)\s*\.+->/, "-.->"],
  [/^--\s*([^-\s].{0,200}?)\s*-{3,}(?![ox>])/, "---"],
];
const word = /^[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/u;
/** Statements about styles and links, which are ignored. */
const ignored = /^(?:%%|click\s|style\s|classDef\s|class\s|linkStyle\s|acc(?:Title|Descr)\s*:|title\s*:?)/;

interface Node {
  label: string;
  shape: readonly string[];
  group: number;
}

/** A parsed flowchart; null where a line cannot be parsed. */
class Flowchart {
  readonly nodes = new Map<string, Node>();
  readonly groups: { name: string; label: string; within: number; direction: string }[] = [];
  readonly links: { from: string; to: string; arrow: string; label: string }[] = [];
  private open: number[] = [];

  line(line: string): boolean {
    if (line === "" || ignored.test(line)) return true;
    const within = this.open.at(-1) ?? -1;
    if (line === "end") return this.open.pop() !== undefined;
    const direction = /^direction\s+(TD|TB|LR|BT|RL)$/.exec(line)?.[1];
    const group = this.groups[within];
    if (direction && group) {
      group.direction = direction;
      return true;
    }
    const match = /^subgraph(?:\s+(.{1,200}))?$/.exec(line);
    if (match) {
      const [, name = "", label = ""] = /^([^\s[\]"]+)\s*\[(.+)\]$/.exec(match[1] ?? "") ?? [
        null,
        match[1] ?? "",
        match[1] ?? "",
      ];
      this.groups.push({ name, label: unquoted(label), within, direction: "" });
      this.open.push(this.groups.length - 1);
      return true;
    }
    return this.chain(line, within);
  }

  /** `A & B --> C -- 是 --> D`. @returns whether the whole line was understood */
  private chain(line: string, within: number): boolean {
    let rest = line;
    const take = (pattern: RegExp) => {
      const match = pattern.exec(rest);
      if (match) rest = rest.slice(match[0].length).trimStart();
      return match;
    };
    const group = (): string[] | null => {
      const names: string[] = [];
      do {
        const name = take(word)?.[0];
        if (name === undefined || names.length > 20) return null;
        const shape = this.shapeOf(rest);
        if (shape === null) return null;
        if (shape) rest = rest.slice(shape.length).trimStart();
        take(/^:::[\w-]+/);
        const node = this.nodes.get(name) ?? { label: name, shape: ["[", "]"], group: within };
        if (shape) Object.assign(node, { label: shape.label, shape: shape.signs });
        if (node.group < 0) node.group = within;
        this.nodes.set(name, node);
        names.push(name);
      } while (take(/^&/));
      return names;
    };
    let before = group();
    if (!before) return false;
    while (rest !== "") {
      const plain = links.find(([pattern]) => pattern.test(rest));
      const link = plain ?? linksWithText.find(([pattern]) => pattern.test(rest));
      if (!link) return false;
      const text = take(link[0])?.[1] ?? "";
      const label = plain ? (take(/^\|([^|]{0,200})\|/)?.[1] ?? "") : text;
      const after = group();
      if (!after) return false;
      for (const from of before)
        for (const to of after) this.links.push({ from, to, arrow: link[1], label: unquoted(label) });
      before = after;
    }
    return true;
  }

  /** The shape after a node's name: undefined without one, null for an unknown one. */
  private shapeOf(
    rest: string,
  ): { label: string; signs: readonly string[]; length: number } | null | undefined {
    if (rest.startsWith("@{")) return null;
    for (const [opens, closes, ...signs] of shapes) {
      if (!rest.startsWith(opens)) continue;
      const quoted = rest[opens.length] === '"' ? rest.indexOf('"', opens.length + 1) : -1;
      const end = rest.indexOf(closes, Math.max(quoted, opens.length));
      const inside = rest.slice(opens.length, end);
      // `[/a]` is a box with a slash in it, not a slanted shape.
      if (end < 0 || inside.trim() === "" || (quoted < 0 && /[[\](){}]/.test(inside))) continue;
      return {
        label: unquoted(inside),
        signs: signs.length > 0 ? signs : [opens, closes],
        length: end + closes.length,
      };
    }
    return /^[[({>]/.test(rest) ? null : undefined;
  }

  /** The flowchart in the library's syntax: each group with its nodes, then the links. */
  written(direction: string): string {
    const names = new Map([...this.nodes.keys()].map((name, index) => [name, `n${index}`]));
    const own = (group: number): string[] => [
      ...[...this.nodes]
        .filter(([, node]) => node.group === group)
        .map(([name, { label, shape }]) => `${names.get(name)}${shape[0]}${labelled(label)}${shape[1]}`),
      ...this.groups.flatMap(({ label, within, direction: turned }, index) =>
        within === group && this.holds(index)
          ? [
              `subgraph g${index} [${labelled(label)}]`,
              ...(turned ? [`direction ${turned}`] : []),
              ...own(index),
              "end",
            ]
          : [],
      ),
    ];
    const lines = this.links.map(
      ({ from, to, arrow, label }) =>
        `${names.get(from)} ${arrow}${label.trim() ? `|${labelled(label)}|` : ""} ${names.get(to)}`,
    );
    return [`flowchart ${direction}`, ...own(-1), ...lines].join("\n");
  }

  /** Whether a group has a node: the library draws empty groups over others. */
  private holds(group: number): boolean {
    return (
      [...this.nodes.values()].some((node) => node.group === group) ||
      this.groups.some(({ within }, index) => within === group && this.holds(index))
    );
  }

  get isClosed(): boolean {
    return this.open.length === 0;
  }
}

const unquoted = (label: string) => label.trim().replace(/^"([\s\S]*)"$/, "$1");
/** Decodes a label and hides its signs; its `<br>` line breaks stay. */
const labelled = (label: string) =>
  label
    .replace(/#(\d{1,6});/g, (_found, code) => String.fromCodePoint(Math.min(Number(code), 0xffff)))
    .replace(
      /#(quot|amp|lt|gt);/g,
      (_found, name: string) => ({ quot: '"', amp: "&", lt: "<", gt: ">" })[name] ?? "",
    )
    .split(/<br\s*\/?>/i)
    .map((line) => hideSigns(line.replace(/[\r\n`*~\\]/g, " ").trim()) || " ")
    .join("<br>");

/** Statements of a line, which may be divided by `;` outside quotes and `#35;`. */
const statements = (line: string) =>
  line.match(/(?:"[^"]*"|#\w{1,6};|[^;"]|")+/g)?.map((each) => each.trim()) ?? [];

/**
 * Parses a flowchart strictly and writes it again with simple names: the library accepts only Latin names and silently
 * ignores what it does not understand. Null when the source has an unknown syntax or is too large.
 */
export function plainFlowchart(lines: string[], most: { nodes: number; links: number }): string | null {
  const [head = "", ...body] = lines.flatMap(statements);
  const header = /^(?:graph|flowchart(?:-elk)?)(?:\s+(TD|TB|LR|BT|RL))?$/i.exec(head);
  if (!header) return null;
  const chart = new Flowchart();
  for (const line of body) {
    if (!chart.line(line)) return null;
    if (chart.nodes.size > most.nodes || chart.links.length > most.links || chart.groups.length > 20)
      return null;
  }
  const isGroup = chart.groups.some(({ name }) => chart.nodes.has(name));
  if (chart.nodes.size === 0 || !chart.isClosed || isGroup) return null;
  return chart.written((header[1] ?? "TD").toUpperCase());
}
