import type { RefusalTable } from "../base/constants";

/** For so long after a sign-in, or after showing again who one is, what has to be done by its own person may be done. */
export const recentMinutes = 10;

/** Passkeys of one account. */
export const passkeysMax = 20;

export const passkeyNameMax = 30;

/** Recovery codes that are made at once, and characters of one without its hyphens. */
export const recoveryCodeCount = 10;
export const recoveryCodeLength = 16;

export const factorsRefusals = {
  SIGN_IN_NOT_RECENT: { status: 422, message: "这一步需要最近 10 分钟内登录过，请再次确认身份" },
  SECOND_FACTOR_NEEDED: {
    status: 422,
    message: "管理员和版主要先设置两步验证才能管理，请到“个人中心 - 账号安全”设置",
  },
  FACTOR_CODE_WRONG: { status: 422, message: "验证码不对或已经用过，请输入验证器上最新的 6 位数字" },
  RECOVERY_CODE_WRONG: { status: 422, message: "恢复码不对或已经用过" },
  PASSKEY_WRONG: { status: 422, message: "没有通过通行密钥的验证，请重试" },
  PASSKEY_NOT_FOUND: { status: 404, message: "这个通行密钥已经不在了，请刷新页面" },
  TOO_MANY_PASSKEYS: { status: 422, message: "通行密钥最多 20 个，请先移除不用的" },
  AUTHENTICATOR_IS_ON: { status: 409, message: "已经设置了验证器，要换一个请先停用它" },
  AUTHENTICATOR_NOT_STARTED: { status: 409, message: "设置已过期，请重新开始设置验证器" },
  NO_SECOND_FACTOR: { status: 422, message: "还没有设置两步验证" },
} as const satisfies RefusalTable;
