import type { Element, ElementContent, Root } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { drawable } from "./kinds";
import { shapesOf } from "./svg";

/** Diagrams of one text, and characters of all of them: each takes up to a second to lay out. */
const diagramsMaximum = 8;

let draw: ((source: string) => string) | undefined;

/** Loads the renderer once a thread, only for texts with a diagram: it takes 50 MB of memory. */
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
 * rehype, before highlighting: a block of Mermaid becomes a picture with its source beneath; one that cannot
 * be drawn stays code and says why.
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
