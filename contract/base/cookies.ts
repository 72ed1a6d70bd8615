import { type Cookies, parse } from "cookie";

export type { Cookies };

/**
 * The cookies of a Cookie header with their values undecoded: a token is passed on unchanged, and an encoded line break
 * stays encoded.
 */
export const readCookies = (header: string | null | undefined): Cookies =>
  header ? parse(header, { decode: (value) => value }) : {};
