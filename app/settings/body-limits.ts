const mebibyte = 1024 * 1024;

/**
 * The most bytes of a form; the front door refuses larger ones without reading them. The longest text field takes
 * 50,000 characters, which are 450 KB percent-encoded. The rest allows an answer that names the field that is too
 * long and keeps what was typed.
 */
export const formBytesMax = 4 * mebibyte;

/** The most bytes of a form with files. */
export const uploadBytesMax = 25 * mebibyte;
