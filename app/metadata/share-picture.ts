/** The picture of links to us: 1200 × 630, made by scripts/build-pictures.mjs. */
export const sharePicture = "/share.png";
