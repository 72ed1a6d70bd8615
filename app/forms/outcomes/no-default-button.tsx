/**
 * The first button in a form with several outcomes. Enter in a field presses a form's first submit button, and this
 * one does nothing: `formmethod="dialog"` outside a dialog has no effect, even before scripts. A disabled button does
 * not work: Enter on a checkbox, radio button or date skips it and presses the next one.
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
