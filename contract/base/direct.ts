/** A call to a gateway in the same process. It has the same data as a request over HTTP (wire.ts). */
export interface DirectCall {
  /** The row's name. */
  name: string;
  /** The caller's request; the gateway checks it by the row. */
  input: unknown;
  /** The value of the gateway's session cookie. */
  sessionToken: string | undefined;
  csrfToken: string | undefined;
  /** The visitor's own address. */
  address: string;
  traceId: string;
}

/** Its answer: the row's response in a 200, a RefusalBody in any other. */
export interface DirectAnswer {
  status: number;
  /** The cache may give it to others too: do not change it. */
  data: unknown;
  headers: Headers;
}

/** Makes a call directly. It never rejects: a failure is an answer, as over HTTP. */
export type CallDirectly = (call: DirectCall) => Promise<DirectAnswer>;
