import type { ActionFunctionArgs } from "@remix-run/node";
import { id } from "contract/base/fields";
import { explain } from "~/failure/explain.server";
import { getScope } from "~/request/scope.server";
import { assertSameOrigin } from "~/request/submit.server";
import { nothingToRead } from "./button-action.server";

/** The form has one short field. */
const bodyMaximum = 1024;

/** Counts that a video (`id`) or a lesson's video (`lesson`) began to play. The page ignores the answer. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const scope = await getScope({ request, context });
  assertSameOrigin(scope, request);
  const answer = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });
  if (Number(request.headers.get("content-length") ?? 0) > bodyMaximum) return answer(413);
  const query = new URLSearchParams(await request.text());
  const lesson = query.get("lesson");
  const played = id.safeParse(lesson ?? query.get("id"));
  if (!played.success) return answer(400);
  try {
    await scope.gateway.call(lesson === null ? "playVideo" : "playLesson", { id: played.data });
    return answer(204);
  } catch (error) {
    return answer(explain(scope, error).status);
  }
}

export const loader = nothingToRead;
