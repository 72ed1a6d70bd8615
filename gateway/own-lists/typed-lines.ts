import { quantityMax } from "contract/own-lists/constants";
import { productKinds } from "contract/products/constants";
import { sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { foldedName, productParts, products } from "../database/schema";
import { findNumber, nearNumbers } from "../products/numbers/find-number";
import { foldPart, wholeNumber } from "../products/numbers/fold";
import { correctNames } from "../search/correct";
import type { CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import type { NewItem } from "./add-items";

/** How many lines that name no part get a suggestion, which costs look-ups of their own, and how many at once. */
const suggestedMax = 20;
const suggestedAtOnce = 4;
/** A longer line names no part: it is neither taken apart nor looked up. */
const lineMax = 120;
/** The characters of a line that a message repeats. */
const shownMax = 60;

interface TypedLine {
  /** Its place in the text, from 1. */
  at: number;
  part: string;
  quantity: number;
}

/** A number of pieces behind a part number, after a blank, a tab or a comma: `WS63V100 10`, `WS63V100, ×10 片`. */
const behind = /^(.*?)[\s,，;；]+[x×*]?\s*(\d{1,9})\s*(?:个|片|颗|只|块|pcs)?$/i;
/** Before it, as in some tables: `10x WS63V100`. */
const before = /^(\d{1,9})\s*[x×*]\s+(.+)$/i;

/** A text without blanks and separators at its end. By steps: a pattern for it would try each run of separators. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && " ,;".includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** The part number and quantity of each line that is not empty. */
export function linesOf(text: string): TypedLine[] {
  return text.split("\n").flatMap((whole, place) => {
    const line = trimmed(whole.normalize("NFKC").replace(/\s+/g, " ")).trim();
    if (line === "") return [];
    if (line.length > lineMax) return [{ at: place + 1, part: line, quantity: 1 }];
    const tail = behind.exec(line);
    const head = tail ? null : before.exec(line);
    const [part, quantity] = tail ? [tail[1], tail[2]] : head ? [head[2], head[1]] : [line, "1"];
    return [{ at: place + 1, part: (part ?? "").trim(), quantity: Number(quantity) }];
  });
}

interface KnownNumber {
  folded: string;
  name: string;
  /** The order number; empty for the product's name. */
  number: string;
  productId: number;
  kind: string;
}

/** The listed products and orderable parts whose names or numbers are these: one statement of look-ups by index. */
async function exactly(database: Database, folded: string[]): Promise<KnownNumber[]> {
  const own = foldedName(sql`p.name`);
  const { rows } = (await database.execute(sql`
    select ${own} as folded, p.name, '' as number, p.id as "productId", p.kind
      from ${products} p where p.delisted_at is null and ${own} = any(${sql.param(folded)}::text[])
    union all
    select n.folded, p.name, n.number, n.product_id, p.kind
      from ${productParts} n join ${products} p on p.id = n.product_id
      where p.delisted_at is null and n.folded = any(${sql.param(folded)}::text[])`)) as unknown as {
    rows: KnownNumber[];
  };
  return rows;
}

const isLatin = (text: string) => /^[\x20-\x7e]+$/.test(text);

const kindPlace = ({ kind }: KnownNumber) => productKinds.findIndex(({ code }) => code === kind);

/** The part that a line names beyond doubt: the only one, or the only chip among its modules and boards. */
function partOf(line: TypedLine, known: KnownNumber[]): KnownNumber | null {
  if (line.part.length > lineMax) return null;
  const folded = foldPart(line.part);
  const named = known
    .filter((one) => one.folded === folded)
    // Of `WS63 摄像头套件` only the letters and digits are folded.
    .filter(({ name, number }) =>
      number === "" && !(isLatin(name) && isLatin(line.part)) ? name === line.part : true,
    )
    .sort((one, other) => kindPlace(one) - kindPlace(other) || (one.number < other.number ? -1 : 1));
  const best = named.filter((one) => named[0] && kindPlace(one) === kindPlace(named[0]));
  return new Set(best.map(({ productId }) => productId)).size === 1 ? (best[0] ?? null) : null;
}

/** The suggestions for the first lines that name no part, by the lines' places; a few are looked up at once. */
async function suggestionsFor(context: CallContext, unknown: TypedLine[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const some = unknown.filter(({ part }) => part.length <= lineMax).slice(0, suggestedMax);
  for (let from = 0; from < some.length; from += suggestedAtOnce)
    await Promise.all(
      some.slice(from, from + suggestedAtOnce).map(async ({ at, part }) => {
        found.set(at, await suggestion(context, part));
      }),
    );
  return found;
}

/** What a line may have meant, as the end of its message. */
async function suggestion(context: CallContext, part: string): Promise<string> {
  const hit = await findNumber(context.database, part);
  if (hit && hit.known.via === "reference")
    return `它是${hit.known.maker || "其他厂商"}的型号，可以改用 ${hit.known.name}`;
  if (hit) return `是不是 ${hit.known.number}？`;
  const isWhole = foldPart(part).length >= wholeNumber;
  const corrected = isWhole ? await correctNames(context, part) : null;
  const own = corrected === null ? null : await findNumber(context.database, corrected);
  if (own && own.known.via !== "reference") return `是不是 ${own.known.number}？`;
  const near = (await nearNumbers(context.database, part)).slice(0, 3);
  return near.length > 0 ? `相近的有 ${near.map(({ number }) => number).join("、")}` : "";
}

/**
 * The parts that typed lines name, each once with the sum of its quantities. Throws LINES_NOT_RECOGNISED with a message
 * for each line that names none.
 */
export async function typedItems(context: CallContext, text: string): Promise<NewItem[]> {
  const lines = linesOf(text);
  const folded = [...new Set(lines.map(({ part }) => foldPart(part)))].filter((one) => one !== "");
  const known = await exactly(context.database, folded);
  const recognised = lines.map((line) => ({ line, part: partOf(line, known) }));
  const unknown = recognised.flatMap(({ line, part }) => (part === null ? [line] : []));
  const suggestions = await suggestionsFor(context, unknown);
  const problems: string[] = [];
  const items = new Map<string, NewItem>();
  for (const { line, part } of recognised) {
    const shown = `第 ${line.at} 行“${line.part.slice(0, shownMax)}”`;
    if (part === null) {
      const meant = line.part.length > lineMax ? "一行只写一个型号和数量" : (suggestions.get(line.at) ?? "");
      problems.push(`${shown}没有认出来${meant === "" ? "" : `，${meant}`}`);
      continue;
    }
    const key = `${part.productId} ${part.number}`;
    const quantity = (items.get(key)?.quantity ?? 0) + line.quantity;
    if (line.quantity < 1 || line.quantity > quantityMax)
      problems.push(`${shown}的数量要填 1 到 ${quantityMax} 的整数`);
    else if (quantity > quantityMax) problems.push(`${shown}的数量和前面几行的加起来超过了 ${quantityMax}`);
    else
      items.set(key, {
        kind: "product",
        targetId: part.productId,
        number: part.number,
        quantity,
        note: "",
      });
  }
  if (problems.length > 0) throw new Refusal("LINES_NOT_RECOGNISED", { lines: problems });
  return [...items.values()];
}
