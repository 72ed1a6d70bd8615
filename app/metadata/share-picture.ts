/** The preview picture for links to this site: 1200 × 630, made by scripts/build-pictures.mjs. */
export const sharePicture = "/share.png";
