import { sendFailed, sendIntent } from "~/account/verify-identity-intents";

/** The buttons of the change dialog. */
export const sendNewIntent = "new-send";
export const changeIntent = "new-change";

/** Spec 8: a change of contact that had no answer. */
export const changeFailed = "修改失败, 请重试";
/** The message when the network fails during a form, by its button. */
export const contactFailures = {
  [sendNewIntent]: sendFailed,
  [sendIntent]: sendFailed,
  [changeIntent]: changeFailed,
};
