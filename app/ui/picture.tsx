import type { Picture as PictureData } from "contract/base/shapes";

interface PictureProps {
  picture: PictureData;
  /** How wide it stands on the page, as `sizes` has it. */
  sizes: string;
  /** The first picture of a page: it is fetched at once, and before others. */
  first?: boolean;
  /** Instead of the picture's own: empty where its words stand beside it. */
  alt?: string;
  className?: string | undefined;
}

/**
 * A stored picture in the width that its place needs: WebP of 320, 640 or 1280 px where those were made, else as it
 * is. Its room is kept free before it comes.
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
      // React 18 knows no `fetchPriority`.
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
