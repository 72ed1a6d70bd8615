const mebibyte = 1024 * 1024;

/**
 * How many bytes a form may have; the front door refuses larger ones without reading them. The longest text that a form
 * takes is 50,000 characters, 450 KB once percent-encoded; the rest is room for telling people who pasted too much
 * which field it is, with what they typed still there.
 */
export const formBytesMax = 4 * mebibyte;

/** How many a form with files may have. */
export const uploadBytesMax = 25 * mebibyte;
