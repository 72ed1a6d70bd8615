import { createContext, useContext } from "react";

/**
 * The nonce of this page's inline scripts and styles. It exists only on the server, and only for pages that are not
 * shared.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
