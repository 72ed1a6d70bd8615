/** The intents of the identity form. They must differ from the other intents of its page. */
export const sendIntent = "identity-send";
export const verifyIntent = "identity-verify";

/** The message when a code could not be sent and the server gives no reason (spec 8). */
export const sendFailed = "发送验证码失败";
