import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { explain } from "~/failure/explain.server";
import { optionsBelow } from "~/profile/options.server";
import { getScope } from "~/request/scope.server";

const querySchema = z.object({
  kind: z.enum(["region", "industry", "interest"]),
  parent: z.string().max(100),
});

/** GET ?kind=&parent=: the options that depend on another choice in the form of personal information (spec 5.2). */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  const headers = { "cache-control": "no-store" };
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return Response.json({ message: "请求有误" }, { status: 400, headers });
  if (!(await scope.signedIn())) return Response.json({ message: "请先登录" }, { status: 403, headers });
  try {
    const { kind, parent } = query.data;
    return Response.json({ options: await optionsBelow(scope, kind, parent) }, { headers });
  } catch (error) {
    return Response.json({ message: explain(scope, error).message }, { status: 503, headers });
  }
}
