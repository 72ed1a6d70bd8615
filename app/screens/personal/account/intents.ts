import { sendFailed, sendIntent } from "~/account/verify-identity-intents";

/** The buttons of the change dialog. */
export const sendNewIntent = "new-send";
export const changeIntent = "new-change";

/** The message when the update of a contact gets no answer (spec 8). */
export const changeFailed = "修改失败, 请重试";
/** The message when the network fails while a form is sent, by the form's intent. */
export const contactFailures = {
  [sendNewIntent]: sendFailed,
  [sendIntent]: sendFailed,
  [changeIntent]: changeFailed,
};
