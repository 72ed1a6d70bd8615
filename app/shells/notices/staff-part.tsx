import type { SeeingAs } from "contract/moderation/see-as/fields";
import { SeeingBanner } from "./seeing-banner";
import { type Undoable, UndoForm } from "./undo-form";

/** What only staff and organisers get of the notices, together: each part by itself would weigh on everybody's pages. */
export default function StaffPart(part: { seeing: SeeingAs } | { undo: Undoable; back: string }) {
  return "seeing" in part ? <SeeingBanner {...part} /> : <UndoForm {...part} />;
}
