import { useContext } from "react";
import { FormActionContext } from "./form-action";
import { optionsIntent } from "./profile-data";

/**
 * Shows the form again for what is chosen by now, with everything that was typed; with JavaScript the form
 * does so by itself, unless that failed (`always`). It comes back at the place where it was pressed.
 */
export function ChooseAgain({ id, always = false }: { id: string; always?: boolean }) {
  const action = useContext(FormActionContext);
  return (
    <button
      type="submit"
      className={always ? "button" : "button needs-no-script"}
      name="intent"
      value={optionsIntent}
      formAction={`${action}#${id}`}
      formNoValidate
    >
      更新选项
    </button>
  );
}
