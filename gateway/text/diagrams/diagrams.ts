import type { Element, ElementContent, Root } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { drawable } from "./kinds";
import { shapesOf } from "./svg";

/** The maximal number of diagrams in a text: the layout of one takes up to a second. */
const diagramsMaximum = 8;

let draw: ((source: string) => string) | undefined;

/** Loads the renderer once for each thread, only for texts with a diagram: it takes 50 MB of memory. */
export async function loadDiagrams(): Promise<void> {
  if (draw) return;
  const { renderMermaidSVG } = await import("beautiful-mermaid");
  const ready = (source: string) => renderMermaidSVG(source, { font: "sans-serif", transparent: true });
  // The first picture takes as long as fifty others, so its time counts for no text.
  ready("flowchart TD\na --> b --> c\nb --> d\nc --> e\nd --> e\nsubgraph g\nf --> e\nend");
  draw = ready;
}

function pictureOf(source: string): { picture: Element; kind: string } | { problem: string } {
  const drawing = drawable(source);
  if ("problem" in drawing) return drawing;
  if (!draw) return { problem: "没有画出来" };
  try {
    const label = drawing.title || `${drawing.kind}，源码见下`;
    const picture = shapesOf(draw(drawing.source), label);
    return picture ? { picture, kind: drawing.kind } : { problem: "没有画出来" };
  } catch (error) {
    // The error of a text's time limit comes from another context, and is rethrown.
    if (error instanceof Error) return { problem: "没有画出来" };
    throw error;
  }
}

const element = (
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[],
): Element => ({ type: "element", tagName, properties, children });

/**
 * rehype, before highlighting: turns a Mermaid block into a picture with its source below. A block that cannot be drawn
 * stays code with the reason.
 */
export function rehypeDiagrams() {
  return (tree: Root, file: { data: Record<string, unknown> }) => {
    if (file.data.diagrams === false) return;
    let count = 0;
    visit(tree, "element", (pre, index, parent) => {
      const code = pre.children[0];
      if (pre.tagName !== "pre" || code?.type !== "element" || !parent || index === undefined)
        return undefined;
      const [language] = [code.properties.className ?? []].flat();
      if (language !== "language-mermaid") return undefined;
      const body = code.children[0];
      count += 1;
      const result =
        count > diagramsMaximum
          ? { problem: `一篇最多 ${diagramsMaximum} 张图` }
          : pictureOf(body?.type === "text" ? body.value : "");
      if ("problem" in result) {
        pre.properties.dataNote = result.problem;
        return SKIP;
      }
      const frame = { className: ["diagram-scroll"], ariaLabel: result.kind, tabIndex: 0 };
      parent.children[index] = element("figure", { className: ["diagram"] }, [
        element("section", frame, [result.picture]),
        element("details", {}, [element("summary", {}, [{ type: "text", value: "源码" }]), pre]),
      ]);
      return [SKIP, index + 1];
    });
  };
}
