import { type Cookies, parse } from "cookie";

export type { Cookies };

/**
 * The cookies of a Cookie header, their values as they stand there: a token is passed on as it came, and what
 * somebody hid in it by % never becomes a line break.
 */
export const readCookies = (header: string | null | undefined): Cookies =>
  header ? parse(header, { decode: (value) => value }) : {};
