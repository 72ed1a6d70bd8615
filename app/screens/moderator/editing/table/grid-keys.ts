/** The rows of a table's body with their cells' inputs. */
const inputsOf = (table: HTMLTableElement): HTMLInputElement[][] =>
  [...(table.tBodies[0]?.rows ?? [])].map((row) => [...row.querySelectorAll<HTMLInputElement>("td input")]);

function placeOf(inputs: HTMLInputElement[][], input: Element): [row: number, column: number] | null {
  for (const [row, cells] of inputs.entries()) {
    const column = cells.indexOf(input as HTMLInputElement);
    if (column >= 0) return [row, column];
  }
  return null;
}

/**
 * A block of a spreadsheet as its cells. A cell with line ends or tabs is in quotes, with its own quotes doubled.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/\s+/g, " "));
    if (end === "") break;
    if (end !== "\t") rows.push([]);
  }
  // Spreadsheets end the last row too.
  const last = rows.at(-1);
  if (rows.length > 1 && (last?.length ?? 0) <= 1 && (last?.[0] ?? "") === "") rows.pop();
  return rows;
}

/** Says something beneath the table. */
type Say = (words: string) => void;

/** Replaces the text of an input as if it was typed, so that the browser can undo it. */
function type(input: HTMLInputElement, text: string): void {
  input.focus();
  input.select();
  const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (!done) input.value = text;
}

function onPaste(table: HTMLTableElement, event: ClipboardEvent, say: Say): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!/[\t\r\n]/.test(text.trimEnd()) || !(event.target instanceof HTMLInputElement)) return;
  const inputs = inputsOf(table);
  const place = placeOf(inputs, event.target);
  if (!place) return;
  event.preventDefault();
  const first = event.target;
  let outside = 0;
  for (const [down, cells] of cellsOf(text).entries())
    for (const [along, value] of cells.entries()) {
      const input = inputs[place[0] + down]?.[place[1] + along];
      if (!input && value !== "") outside += 1;
      if (input && input.value !== value) type(input, value);
    }
  say(outside > 0 ? `粘贴的内容有 ${outside} 格在这一页的表外面，没有贴进去` : "");
  first.focus();
}

const steps: Record<string, [down: number, along: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function onKey(table: HTMLTableElement, event: KeyboardEvent): void {
  const { target: input, key } = event;
  const step = steps[key];
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing;
  if (!step || isOther || !(input instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, value } = input;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  // Inside a text the arrows move the caret.
  if (key === "ArrowLeft" && !isWhole && selectionEnd !== 0) return;
  if (key === "ArrowRight" && !isWhole && selectionStart !== value.length) return;
  const inputs = inputsOf(table);
  const place = placeOf(inputs, input);
  const next = place && inputs[place[0] + step[0]]?.[place[1] + step[1]];
  event.preventDefault();
  next?.focus();
  next?.select();
}

/**
 * Moves between the cells of a table by arrow keys and Enter, and pastes blocks.
 * @param say shows what of a block has no cell. @returns what ends it
 */
export function moveInGrid(table: HTMLTableElement, say: Say): () => void {
  const [paste, key] = [
    (event: ClipboardEvent) => onPaste(table, event, say),
    (event: KeyboardEvent) => onKey(table, event),
  ];
  table.addEventListener("paste", paste);
  table.addEventListener("keydown", key);
  return () => {
    table.removeEventListener("paste", paste);
    table.removeEventListener("keydown", key);
  };
}
