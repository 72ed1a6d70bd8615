/** On every file: its type is never guessed, and nothing in it is anything of this site's. */
const safetyHeaders = { "x-content-type-options": "nosniff" };
export const sealed = "default-src 'none'; sandbox";
/** A PDF is shown by the browser's own viewer, which a sandbox would keep from it. */
export const shown =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

interface MediaHeaders {
  policy: string;
  disposition: string;
  /** Whether everybody may have the file: then caches between may keep it. */
  open: boolean;
  /** For how long its address is still good. */
  seconds: number;
}

/** Headers of an operator's file. Caches keep it for as long as its address is good. */
export const mediaHeaders = ({ policy, disposition, open, seconds }: MediaHeaders) => ({
  ...safetyHeaders,
  "content-security-policy": policy,
  "cache-control": `${open ? "public" : "private"}, max-age=${Math.min(seconds, 86_400)}, immutable`,
  "content-disposition": disposition,
});
