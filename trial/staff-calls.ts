import { type CallInput, type CallName, type CallResponse, contract } from "contract";
import { type Call, developerIdFlag, isWrapped, wirePath } from "contract/base/call";
import { csrfTokenHeader } from "contract/base/wire";
import { cookieOf } from "../bench/portal";

/** An account of the demo. */
export type Demo = Parameters<typeof cookieOf>[1];

/** Calls of the gateway over HTTP by a demo account, by default the administrator. */
export class StaffCalls {
  private constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string>,
  ) {}

  static async signIn(origin: string, who: Demo = "admin"): Promise<StaffCalls> {
    const { cookie } = await cookieOf(origin, who);
    const calls = new StaffCalls(origin, { cookie, "content-type": "application/json" });
    const answer = await calls.send("workspaceCurrent", {});
    calls.headers[csrfTokenHeader] = answer.headers.get(csrfTokenHeader) ?? "";
    return calls;
  }

  private send<Name extends CallName>(name: Name, request: CallInput<Name>): Promise<Response> {
    const row: Call = contract[name];
    const reads = row.method === "GET";
    const body = isWrapped(row)
      ? { developerId: developerIdFlag(row), headers: [], requestBody: request }
      : request;
    return fetch(this.origin + wirePath(row), {
      method: row.method,
      headers: this.headers,
      body: reads ? null : JSON.stringify(body),
    });
  }

  /** Throws when the call is refused or the connection breaks. */
  async call<Name extends CallName>(name: Name, request: CallInput<Name>): Promise<CallResponse<Name>> {
    const answer = await this.send(name, request);
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status} ${await answer.text()}`);
    return contract[name].response.parse(await answer.json()) as CallResponse<Name>;
  }
}
