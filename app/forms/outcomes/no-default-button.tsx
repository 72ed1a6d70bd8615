/**
 * Stands first in a form with several outcomes: Enter in one of its fields presses a form's first submit button, and
 * this one does nothing. `formmethod="dialog"` outside a dialog is how a button does nothing before scripts; a disabled
 * one would not do, for Enter on a checkbox, a radio button or a date passes it by and presses the next.
 */
export function NoDefaultButton() {
  return (
    <button
      type="submit"
      formMethod="dialog"
      formNoValidate
      className="visually-hidden"
      tabIndex={-1}
      aria-hidden="true"
      onClick={(event) => event.preventDefault()}
    />
  );
}
