import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicId } from "contract/training/certificates/calls";
import { qrCodeSvg } from "~/format/qr-code.server";
import { paths } from "~/navigation/paths";
import { getScope } from "~/request/scope.server";

/**
 * GET /share/certificate/{number}.svg: a QR code of a certificate's address. It needs no data of the certificate, so
 * it calls no gateway.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const [, name] = /^(.+)\.svg$/.exec(params.code ?? "") ?? [];
  const number = publicId.safeParse(name);
  if (!number.success) return new Response("没有这个二维码", { status: 404 });
  const scope = await getScope({ request, context });
  const code = qrCodeSvg(scope.origin + paths.certificate(number.data));
  return new Response(code, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
