import {
  clientId,
  clientIdHeader,
  gatewaySessionCookie,
  traceIdHeader,
  ucgFlag,
  ucgFlagHeader,
} from "contract/base/wire";
import { expect, test } from "vitest";
import { createMemberCheck } from "../../server/admission/members";

test("the members' check sends what every call sends: client id, flag and trace id (spec 7.1)", async () => {
  const requests: Headers[] = [];
  const cookie = `${gatewaySessionCookie}=abcdefghijklmnopqrstuvwxyz012345`;
  const isMember = createMemberCheck(async (_path, headers) => {
    requests.push(new Headers(headers));
    return Response.json({ user: null });
  });
  await isMember(cookie);
  const own = createMemberCheck(
    async (_path, headers) => {
      requests.push(new Headers(headers));
      return Response.json({ user: null });
    },
    { sendTraceId: false },
  );
  await own(cookie);
  expect(requests.map((headers) => [headers.get(clientIdHeader), headers.get(ucgFlagHeader)])).toEqual([
    [clientId, ucgFlag],
    [clientId, ucgFlag],
  ]);
  expect(requests[0]?.get(traceIdHeader)).toMatch(/^[\da-f-]{36}$/);
  expect(requests[1]?.get(traceIdHeader)).toBeNull();
});
