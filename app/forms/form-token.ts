/**
 * The form token of this page, for code that posts without a form. Signing in again in another tab may create a new
 * token: it is stored here, and all forms of the page use it.
 */
let renewed: string | undefined;

/** The token in the page's forms; empty on a visitor's page. */
export function currentFormToken(): string {
  return renewed ?? document.querySelector<HTMLInputElement>("input[name=csrf]")?.value ?? "";
}

/** The token created by signing in again, if any. */
export const renewedFormToken = (): string | undefined => renewed;

/** Uses a new token in all forms on the page and in later ones. */
export function renewFormToken(token: string): void {
  renewed = token;
  for (const input of document.querySelectorAll<HTMLInputElement>("input[name=csrf]")) input.value = token;
}
