import { expect, it } from "vitest";
import { solveWork } from "~/activities/solve-work";
import { addActivity, guestPhone, solvedCaptcha } from "../support/activities";
import { startGateway } from "../support/gateway";

/** The captcha before a code is sent: a person reads a picture, or a script computes a proof of work. */

const gateway = startGateway();

it("accepts a proof of work instead of the picture's answer: once, complete, in time, and for its own captcha alone", async () => {
  const activityId = await addActivity(gateway(), { guests: true });
  const captcha = await gateway().ok("activityCaptchaImage", {});
  expect(captcha.image).toMatch(/^data:image\/png;base64,/);
  const { work } = captcha;
  if (!work) throw new Error("no work is offered");
  const answer = (await solveWork(work, new AbortController())) ?? "";
  const body = JSON.parse(atob(answer));
  const sending = (captchaWork?: string, captchaAnswer?: string) => ({
    activityId,
    mobile: guestPhone(),
    captchaToken: captcha.token,
    ...(captchaWork === undefined ? {} : { captchaWork }),
    ...(captchaAnswer === undefined ? {} : { captchaAnswer }),
  });
  const code = (value: unknown) => btoa(JSON.stringify(value));
  const { challenge, solution } = body;
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00", cost: 1 } };
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } };
  for (const wrong of [
    "no base64 {",
    code(null),
    code({ challenge: easier, solution }),
    code({ challenge: later, solution }),
    code({ challenge: { ...challenge, signature: "00" }, solution }),
    code({ challenge, solution: { ...solution, derivedKey: "00".repeat(32) } }),
    code({ challenge, solution: { ...solution, counter: solution.counter + 1, derivedKey: "" } }),
  ]) {
    const { fields } = await gateway().refused("activityCaptchaSend", sending(wrong), "CAPTCHA_WRONG");
    expect(fields).toEqual({ captchaAnswer: ["图形验证码不对，请重新输入"] });
  }
  for (const none of [sending(), sending("", "")])
    expect((await gateway().refused("activityCaptchaSend", none, "INVALID_REQUEST")).fields).toEqual({
      captchaAnswer: ["请输入图形验证码"],
    });
  // A right picture does not replace a wrong proof of work, nor the other way round.
  const read = { ...sending("x"), ...solvedCaptcha(gateway()) };
  await gateway().refused("activityCaptchaSend", read, "CAPTCHA_WRONG");
  await gateway().ok("activityCaptchaSend", sending(answer));
  await gateway().refused("activityCaptchaSend", sending(answer), "CAPTCHA_WRONG");
  // A captcha expires after ten minutes.
  const slow = (await gateway().ok("activityCaptchaImage", {})).work;
  gateway().pass(601);
  const late = slow && (await solveWork(slow, new AbortController()));
  await gateway().refused("activityCaptchaSend", sending(late ?? ""), "CAPTCHA_WRONG");
});
