/**
 * The form token of this page, for code that posts without a form. Signing in again in another tab may bring
 * a new one: it is kept here then, and every form of the page takes it over.
 */
let renewed: string | undefined;

/** The token that the page's forms carry; empty on a visitor's page. */
export function currentFormToken(): string {
  return renewed ?? document.querySelector<HTMLInputElement>("input[name=csrf]")?.value ?? "";
}

/** The token that came with signing in again, if one did. */
export const renewedFormToken = (): string | undefined => renewed;

/** Takes a new token over: into every form that is on the page, and for those that come. */
export function renewFormToken(token: string): void {
  renewed = token;
  for (const input of document.querySelectorAll<HTMLInputElement>("input[name=csrf]")) input.value = token;
}
