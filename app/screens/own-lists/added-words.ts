import type { CallResponse } from "contract";
import { quantityMax } from "contract/own-lists/constants";

/** What the notice after an addition says: what became of it, in other words where nothing or not all was added. */
export function addedWords({ capped, repeated }: CallResponse<"addLinesToOwnList">, words: string): string {
  if (repeated) return "刚才已经加过了，没有再加一次";
  return capped > 0 ? `${words}；有 ${capped} 个型号的数量到了上限 ${quantityMax}，超出的没有加` : words;
}
