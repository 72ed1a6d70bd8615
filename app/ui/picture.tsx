import type { Picture as Source } from "contract/base/shapes";

/**
 * A picture of the operator's, in the width that its place needs. `first` is for what a page shows above the fold;
 * all others load when they come near. Where its words stand beside it, `alt` is empty.
 */
export function Picture({
  picture,
  sizes,
  first = false,
  alt = picture.alt,
  className,
}: {
  picture: Source;
  sizes: string;
  first?: boolean;
  alt?: string;
  className?: string | undefined;
}) {
  const srcSet = picture.sources.map(({ url, width }) => `${url} ${width}w`).join(", ");
  return (
    <img
      src={picture.url}
      {...(srcSet ? { srcSet, sizes } : {})}
      alt={alt}
      {...(picture.width > 0 ? { width: picture.width, height: picture.height } : {})}
      // React 18 knows no `fetchPriority`.
      {...(first ? { fetchpriority: "high" } : { loading: "lazy" as const })}
      decoding="async"
      className={className}
    />
  );
}
