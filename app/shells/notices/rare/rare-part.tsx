import type { Banner } from "contract/announcements/banner";
import type { SeeingAs } from "contract/moderation/see-as/fields";
import { AnnouncementBanner } from "./announcement-banner";
import { SeeingBanner } from "./seeing-banner";
import { type Undoable, UndoForm } from "./undo-form";

/** What few pages have of the notices, together: each part by itself would weigh on everybody's pages. */
export default function RarePart(
  part: { banner: Banner } | { seeing: SeeingAs } | { undo: Undoable; back: string },
) {
  if ("banner" in part) return <AnnouncementBanner {...part} />;
  return "seeing" in part ? <SeeingBanner {...part} /> : <UndoForm {...part} />;
}
