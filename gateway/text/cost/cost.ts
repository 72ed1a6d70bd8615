/** A fence, as Markdown has it in quotes and lists too. */
const diagram = /^[\s>\-+*\d.]{0,40}(?:`{3,}|~{3,})\s*mermaid\b/im;

/** Whether a text may have a diagram, whose layout costs more than any other text of its length. */
export const hasDiagram = (source: string) => diagram.test(source);

/** As many characters as laying out a text's diagrams costs. */
const diagramLength = 150_000;

/** The characters by which a text has its time: its own, and those of its diagrams. */
export const costOf = (source: string) => source.length + (hasDiagram(source) ? diagramLength : 0);
