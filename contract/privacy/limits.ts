/** Where the browser itself fetches an export: this and its key. */
export const exportsPrefix = "/gateway/exports/";

/** Days for which a packed export can be downloaded. */
export const exportDays = 7;

/** What has to be typed to end an account. */
export const closeConfirmation = "注销账号";

/** Days between asking for the end of an account and the end. */
export const coolingOffDays = 15;
