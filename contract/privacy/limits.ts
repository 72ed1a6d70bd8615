/** Where the browser itself fetches an export: this and the uuid of a proof with the purpose "export". */
export const exportsPrefix = "/gateway/exports/";

/** What has to be typed to end an account. */
export const closeConfirmation = "注销账号";

/** Days between asking for the end of an account and the end. */
export const coolingOffDays = 15;
