import { type Cookies, readCookies } from "contract/base/cookies";
import { columnsMax } from "contract/products/constants";
import { cookieNames, plainCookie } from "./names";

/**
 * The columns that somebody chose for lists of products, in one cookie: `11-band.sleep_14-clock`, the latest choice
 * first. An address that names columns does not read it.
 */

const entry = /^([1-9]\d{0,8})-([a-z][a-zA-Z0-9]{0,39}(?:\.[a-z][a-zA-Z0-9]{0,39})*)$/;
const listsMax = 8;
/** Browsers drop a cookie of more than 4,096 bytes without a word. */
const valueMax = 3_500;
const year = 365 * 86_400;

function entriesOf(cookies: Cookies): [id: number, columns: string[]][] {
  return (cookies[cookieNames.columns] ?? "").split("_").flatMap((text) => {
    const [, id, columns] = entry.exec(text) ?? [];
    return id && columns ? [[Number(id), columns.split(".").slice(0, columnsMax)]] : [];
  });
}

/** The columns that were chosen for a class; empty without a choice. */
export const chosenColumns = (cookieHeader: string | null, id: number): string[] =>
  entriesOf(readCookies(cookieHeader ?? "")).find(([of]) => of === id)?.[1] ?? [];

/** The Set-Cookie header after a choice, for the server alone; without columns the class has its own again. */
export function columnsCookie(cookieHeader: string | null, id: number, columns: string[]): string {
  const others = entriesOf(readCookies(cookieHeader ?? "")).filter(([of]) => of !== id);
  const all = columns.length > 0 ? [[id, columns] as const, ...others] : others;
  let value = "";
  for (const [of, keys] of all.slice(0, listsMax)) {
    const longer = `${value}${value === "" ? "" : "_"}${of}-${keys.join(".")}`;
    if (longer.length > valueMax) break;
    value = longer;
  }
  return `${plainCookie(cookieNames.columns, value, value === "" ? 0 : year)}; HttpOnly`;
}

const list = /\/products\/index(?:\.data)?\/*\?(.*)$/i;

/**
 * Whether an address is that of a list without columns, from somebody who has chosen some for its class: it leads to
 * the address with them, and that page is shared again.
 */
export function leadsToColumns(address: string, cookies: Cookies): boolean {
  if (cookies[cookieNames.columns] === undefined) return false;
  const [, query] = list.exec(address) ?? [];
  if (query === undefined) return false;
  const search = new URLSearchParams(query);
  const id = Number(search.get("id"));
  return !search.has("columns") && entriesOf(cookies).some(([of]) => of === id);
}
