import type { Picture as PictureData } from "contract/base/shapes";

interface PictureProps {
  picture: PictureData;
  /** The image's width on the page, for the `sizes` attribute. */
  sizes: string;
  /** The first image of a page, loaded with priority. */
  first?: boolean;
  /** Replaces the image's own alternative text; empty when the same text is beside it. */
  alt?: string;
  className?: string | undefined;
}

/**
 * A stored image in the width that it needs: WebP of 320, 640 or 1280 px if available, else the original. Its space
 * is reserved before it loads.
 */
export function Picture({
  picture: { url, alt: ownAlt, width, height, sources },
  sizes,
  first,
  alt = ownAlt,
  className,
}: PictureProps) {
  const image = (
    <img
      className={className}
      src={url}
      alt={alt}
      width={width || undefined}
      height={height || undefined}
      loading={first ? "eager" : "lazy"}
      // React 18 does not know `fetchPriority`.
      {...(first ? { fetchpriority: "high" } : {})}
      decoding="async"
    />
  );
  if (sources.length === 0) return image;
  return (
    <picture>
      <source
        type="image/webp"
        srcSet={sources.map((source) => `${source.url} ${source.width}w`).join(", ")}
        sizes={sizes}
      />
      {image}
    </picture>
  );
}
