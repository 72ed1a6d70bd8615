import type { LoaderFunctionArgs } from "@remix-run/node";
import { qrCodeSvg } from "~/format/qr-code.server";
import { paths } from "~/navigation/paths";
import { getScope } from "~/request/scope.server";

/**
 * GET /share/topic/{tid}.svg: a QR code of a topic's address, for WeChat and other phones. It needs no data of the
 * topic, so it calls no gateway.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const [, tid] = /^([1-9]\d{0,14})\.svg$/.exec(params.code ?? "") ?? [];
  if (!tid) return new Response("没有这个二维码", { status: 404 });
  const scope = await getScope({ request, context });
  const code = qrCodeSvg(scope.origin + paths.topic(Number(tid)));
  return new Response(code, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
