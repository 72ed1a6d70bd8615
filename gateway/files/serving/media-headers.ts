/** The headers of every file. Browsers must not guess its type. */
const safetyHeaders = { "x-content-type-options": "nosniff" };
export const sealed = "default-src 'none'; sandbox";
/** The policy for PDF. The browser's own viewer shows it, and a sandbox would prevent that. */
export const mediaPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

interface MediaHeaders {
  policy: string;
  disposition: string;
  /** Whether the file is public, so that shared caches may store it. */
  open: boolean;
  /** The remaining seconds for which its address is valid. */
  seconds: number;
}

/** The headers of an operator's file. Caches may store it as long as its address is valid. */
export const mediaHeaders = ({ policy, disposition, open, seconds }: MediaHeaders) => ({
  ...safetyHeaders,
  "content-security-policy": policy,
  "cache-control": `${open ? "public" : "private"}, max-age=${Math.min(seconds, 86_400)}, immutable`,
  "content-disposition": disposition,
});
