/**
 * One address of the gateway that is not a call: a page, a file, or what a load balancer asks. With the table of calls
 * this is everything that a gateway serves; docs/gateway.md explains it.
 */
export interface GatewayAddress {
  /** Its operation id in the OpenAPI document. */
  id: string;
  method: "get" | "post";
  /** The path, with its parameters in braces. */
  path: string;
  group: "pages" | "files" | "health";
  summary: string;
  description?: string;
  /**
   * Whether the portal needs it. `needed`: links of every portal lead here; `answered`: only addresses that the gateway
   * itself gave in answers lead here; `own`: only other pages of the gateway lead here, or nothing, so another gateway may have others or none.
   */
  standing: "needed" | "answered" | "own";
  /** Who gets it: `session` needs the session's cookie, `signature` the address as the gateway signed it. */
  who: "everyone" | "session" | "signature";
  query?: Readonly<Record<string, string>>;
  /** Headers of the request that change the answer. */
  headers?: Readonly<Record<string, string>>;
  /** The fields of the posted form. */
  form?: Readonly<Record<string, string>>;
  /** The answers by their status. */
  answers: Readonly<Record<number, GatewayAnswer>>;
}

interface GatewayAnswer {
  says: string;
  /** The type of the body; without it there is none. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}
