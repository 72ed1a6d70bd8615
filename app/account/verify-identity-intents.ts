/** The buttons of the identity form: they stand apart from those of the page that it is a part of. */
export const sendIntent = "identity-send";
export const verifyIntent = "identity-verify";

/** Spec 8: a code that could not be sent, where the server says nothing of its own. */
export const sendFailed = "发送验证码失败";
