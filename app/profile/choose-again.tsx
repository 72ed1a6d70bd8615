import { useContext } from "react";
import { FormActionContext } from "./form-action";
import { optionsIntent } from "./profile-data";

/**
 * A button that shows the form again with the options for the current choices and everything typed. With JavaScript
 * the form does that itself; the button then appears only after a failure (`always`). The page returns to this
 * button.
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
