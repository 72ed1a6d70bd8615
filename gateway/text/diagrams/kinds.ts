import { plainFlowchart } from "./flowchart";

/** The limits of a diagram, so that its layout does not take longer than a text may. */
const charactersMaximum = 10_000;
const linesMaximum = 150;
const most = { nodes: 80, links: 100 };

interface Kind {
  head: RegExp;
  name: string;
  /** The lines that the library understands; it silently ignores others. */
  lines: RegExp;
}

const name = '[^\\s"{}<>:;-]+';
const kinds: Kind[] = [
  {
    head: /^sequenceDiagram$/,
    name: "时序图",
    lines:
      /^(?:(?:participant|actor)\s+\S+(?:\s+as\s+.+)?|note\s+(?:left of|right of|over)\s+[^:]+:.+|(?:loop|alt|opt|par|critical|break)\b.*|(?:else|and)\b.*|end|autonumber|(?:de)?activate\s+\S+|title\b.*|\S.*?\s*--?(?:>>|>|\)|x)\s*[+-]?\s*\S.*?\s*:.*)$/i,
  },
  {
    head: /^stateDiagram(?:-v2)?$/,
    name: "状态图",
    lines: new RegExp(
      '^(?:direction\\s+(?:TB|TD|LR|BT|RL)|state\\s+(?:"[^"]+"\\s+as\\s+)?[\\w\\p{L}]+\\s*\\{|\\}|state\\s+"[^"]+"\\s+as\\s+[\\w\\p{L}]+' +
        "|(?:\\[\\*\\]|[\\w\\p{L}-]+)\\s*-->\\s*(?:\\[\\*\\]|[\\w\\p{L}-]+)(?:\\s*:\\s*.+)?|[\\w\\p{L}-]+\\s*:\\s*.+)$",
      "u",
    ),
  },
  {
    head: /^classDiagram$/,
    name: "类图",
    lines: new RegExp(
      `^(?:class\\s+${name}(?:\\s*~\\w+~)?\\s*\\{?|\\}|<<\\w+>>|[+\\-#~]?[^{}]+|${name}\\s.*)$`,
    ),
  },
  {
    head: /^erDiagram$/,
    name: "实体关系图",
    lines:
      /^(?:\S+\s*\{|\}|\S+\s+\S+(?:\s+(?:PK|FK|UK|,|\s)+)?(?:\s*"[^"]*")?|\S+\s+[|o}{]+(?:--|\.\.)[|o}{]+\s+\S+\s*:\s*.+)$/,
  },
];

/** A source that can be drawn: the name of its kind, and the source in the library's syntax. */
export interface Drawable {
  kind: string;
  source: string;
  /** The author's title of the diagram (`accTitle`). */
  title: string;
}

/** The parts for drawing a Mermaid source, or the reason why it cannot be drawn. */
export function drawable(source: string): Drawable | { problem: string } {
  const all = source.split(/\r?\n/).map((line) => line.trim());
  const title = all.map((line) => /^accTitle\s*:\s*(.{1,80})$/.exec(line)?.[1] ?? "").find(Boolean) ?? "";
  const lines = all.filter((line) => line !== "" && !/^(?:%%|acc(?:Title|Descr)\s*:)/.test(line));
  const [head = "", ...body] = lines;
  if (source.length > charactersMaximum || lines.length > linesMaximum) return { problem: "图太大" };
  if (/^(?:graph|flowchart)\b/i.test(head)) {
    const plain = plainFlowchart(lines, most);
    return plain === null
      ? { problem: "有不认识的写法，或图太大" }
      : { kind: "流程图", source: plain, title };
  }
  const kind = kinds.find((each) => each.head.test(head));
  if (!kind) return { problem: "还不能画这种图" };
  const read = body.filter((line) => !/^(?:style|classDef|class\s+\S+\s+\w+$|click|link)\s/.test(line));
  const strange = read.find((line) => !kind.lines.test(line));
  if (strange !== undefined || read.length === 0)
    return { problem: strange ? `看不懂“${strange.slice(0, 40)}”` : "图是空的" };
  return { kind: kind.name, source: [head, ...read].join("\n"), title };
}
