/** The fence of a diagram, also inside quotes and lists. */
const diagram = /^[\s>\-+*\d.]{0,40}(?:`{3,}|~{3,})\s*mermaid\b/im;

/** Whether a text may have a diagram, whose layout costs more than any other text of its length. */
export const hasDiagram = (source: string) => diagram.test(source);

/** The cost of a text's diagrams, in characters of plain text. */
const diagramLength = 150_000;

/** The length that decides a text's time: its own, and the cost of its diagrams. */
export const costOf = (source: string) => source.length + (hasDiagram(source) ? diagramLength : 0);
