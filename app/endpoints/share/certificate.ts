import type { LoaderFunctionArgs } from "@remix-run/node";
import { type Certificate, publicId } from "contract/training/certificates/calls";
import { toPage } from "~/failure/explain.server";
import { qrCodeSvg } from "~/format/qr-code.server";
import { paths } from "~/navigation/paths";
import { getScope, type Scope } from "~/request/scope.server";
import type { CertificatePaper } from "~/settings/portal-context";
import { certificateFacts, certificateWords, holderOf } from "~/training/certificate-paper";

/** The files of a certificate by the ending of their address. */
const files: Record<string, { as: CertificatePaper["as"]; type: string; name: string | null }> = {
  pdf: { as: "pdf", type: "application/pdf", name: "证书.pdf" },
  png: { as: "picture", type: "image/png", name: "证书.png" },
  "card.png": { as: "card", type: "image/png", name: null },
};

const say = (words: string, status: number, headers: Record<string, string> = {}) =>
  new Response(`${words}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });

/**
 * GET /share/certificate/{number}.svg: a QR code of a certificate's address; needs no data of the certificate, so it
 * calls no gateway. `.pdf` and `.png`: the certificate to print and to share, with the whole name for its holder and
 * what they chose for others. `.card.png`: the picture for links, always as others see it.
 */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const [, name, ending = ""] = /^([A-Za-z0-9_-]+)\.([a-z.]+)$/.exec(params.code ?? "") ?? [];
  const number = publicId.safeParse(name);
  if (!number.success) return say("没有这张证书的文件", 404);
  const scope = await getScope({ request, context });
  if (ending === "svg") return codeOf(scope, number.data);
  const file = Object.hasOwn(files, ending) ? files[ending] : undefined;
  if (!file) return say("没有这张证书的文件", 404);
  try {
    const certificate = await shownTo(scope, number.data, file.as);
    if (certificate.state !== "valid") return say("这张证书已失效，不再提供下载", 410);
    const drawn = await context.drawCertificate?.({
      as: file.as,
      issuer: certificate.issuer,
      holder: holderOf(certificate),
      name: certificate.name,
      words: certificateWords(certificate),
      facts: certificateFacts(certificate),
      address: scope.origin + paths.certificate(certificate.publicId),
    });
    if (!drawn) return say("证书暂时画不出来，请稍后再试", 503, { "retry-after": "10" });
    return new Response(drawn, {
      headers: {
        "content-type": file.type,
        "content-length": String(drawn.byteLength),
        // The holder and others get different files at one address, and a name that was taken back is gone at once.
        "cache-control": file.as === "card" ? "no-cache" : "private, no-store",
        ...(file.name
          ? {
              "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${certificate.name} ${file.name}`)}`,
            }
          : {}),
      },
    });
  } catch (error) {
    throw toPage(scope, error, request);
  }
}

function codeOf(scope: Scope, number: string): Response {
  const code = qrCodeSvg(scope.origin + paths.certificate(number));
  return new Response(code, {
    headers: { "content-type": "image/svg+xml; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}

/** The certificate as the reader may see it. */
async function shownTo(scope: Scope, number: string, as: CertificatePaper["as"]): Promise<Certificate> {
  const own =
    as !== "card" && (await scope.signedIn())
      ? (await scope.gateway.call("ownCertificate", { publicId: number })).own
      : null;
  if (own) return own.certificate;
  return scope.publicGateway.call("certificateByPublicId", { publicId: number });
}
