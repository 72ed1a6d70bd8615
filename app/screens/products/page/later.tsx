import type { ProductInfo } from "contract/products/calls";
import { Drawing, Packages, Ratings, Revisions } from "./hardware";
import { Lifecycle } from "./lifecycle";
import { Bom, Certifications, Pinout } from "./lists";

export type LaterPart =
  | "diagram"
  | "lifecycle"
  | "revisions"
  | "pinout"
  | "packages"
  | "ratings"
  | "bom"
  | "certifications";

/** A part of a product's page below the first screen. Its code loads after the page, whose HTML has the part already. */
export default function Later({ part, info }: { part: LaterPart; info: ProductInfo }) {
  switch (part) {
    case "diagram":
      return info.diagram ? <Drawing picture={info.diagram} /> : null;
    case "lifecycle":
      return <Lifecycle {...info} />;
    case "revisions":
      return info.revisions.length > 0 ? <Revisions {...info} /> : null;
    case "pinout":
      return <Pinout info={info} />;
    case "packages":
      return <Packages {...info} />;
    case "ratings":
      return <Ratings ratings={info.ratings} />;
    case "bom":
      return <Bom lines={info.bom} />;
    case "certifications":
      return <Certifications certifications={info.certifications} />;
  }
}
