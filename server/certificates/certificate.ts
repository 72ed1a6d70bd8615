import sharp from "sharp";
import type { CertificatePaper } from "../../app/settings/portal-context";
import { sheetPdf } from "./pdf";
import { certificateCard, certificateSheet } from "./sheets";
import { sheetSvg } from "./svg";

/** Pixels of the picture for one point of the paper. */
const scale = 2;

/** The thread's program: a certificate as a PDF to print, as the same page in a picture, or as a card for links. */
export default async function certificate(paper: CertificatePaper): Promise<Uint8Array> {
  if (paper.as === "pdf")
    return sheetPdf(await certificateSheet(paper), {
      title: `${paper.name} · ${paper.holder}`,
      author: paper.issuer,
    });
  const isCard = paper.as === "card";
  const sheet = await (isCard ? certificateCard : certificateSheet)(paper);
  const drawn = sharp(Buffer.from(sheetSvg(sheet)), { density: isCard ? 72 : 72 * scale });
  return drawn.png({ palette: true, compressionLevel: 9 }).toBuffer();
}
