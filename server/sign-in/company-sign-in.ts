import {
  type CompanyClaim,
  type CompanyClient,
  type CompanySettings,
  companyClaims,
  isPlainLoopback,
  standardClaims,
} from "gateway/company/settings";
import { z } from "zod";
import { describeProblem, urlOf } from "../../app/settings/portal-settings";

const issuerExpected = (suffix: string) =>
  `应为 ${suffix} 站点的 OpenID Connect 签发者（issuer）的 https 地址，不带查询；http 只能用于本机`;
const issuer = (suffix: string) =>
  z.string().refine((value) => {
    const url = urlOf(value, ["http:", "https:"]);
    if (!url || url.search || url.hash || url.username) return false;
    return url.protocol === "https:" || isPlainLoopback(url);
  }, issuerExpected(suffix));

const claimsExpected = `应为逗号分隔的 名称=声明，名称是 ${companyClaims.join("、")} 之一，几个声明用 | 隔开，如 nickname=nickname|name`;

/** Parses `nickname=nickname|name,phone=mobile`. Returns null if the text is invalid. */
function readClaims(text: string): CompanySettings["claims"] | null {
  const claims: Record<CompanyClaim, readonly string[]> = { ...standardClaims };
  for (const pair of text.split(",")) {
    const [name = "", ...rest] = pair.trim().split("=");
    const known = companyClaims.find((claim) => claim === name);
    const names = rest
      .join("=")
      .split("|")
      .map((one) => one.trim());
    if (!known || names.some((one) => one === "")) return null;
    claims[known] = names;
  }
  return claims;
}

/** The variables of the company's sign-in, each with its rule and default. */
export const companyVariables = {
  OIDC_ISSUER_CN: issuer(".cn").optional(),
  OIDC_CLIENT_ID_CN: z.string().optional(),
  OIDC_CLIENT_SECRET_CN: z.string().optional(),
  OIDC_ISSUER_COM: issuer(".com").optional(),
  OIDC_CLIENT_ID_COM: z.string().optional(),
  OIDC_CLIENT_SECRET_COM: z.string().optional(),
  OIDC_NAME: z.string().trim().max(20, "应为不超过 20 个字的名称，如 公司账号").default("公司账号"),
  OIDC_SIGNIN: z
    .enum(["beside", "only"], "应为 beside（与本站的登录和注册并存）或 only（只用公司登录）")
    .default("beside"),
  OIDC_LOGOUT: z.enum(["0", "1"], "应为 1（退出本站时也退出公司登录）或 0").default("1"),
  OIDC_SCOPE: z
    .string()
    .refine((value) => value.split(" ").includes("openid"), "应为空格分隔的范围，其中有 openid")
    .default("openid profile email phone"),
  OIDC_CLAIMS: z
    .string()
    .refine((value) => readClaims(value) !== null, claimsExpected)
    .optional(),
};

type Checked = z.output<z.ZodObject<typeof companyVariables>> & {
  SIGNIN_URL_CN?: string | undefined;
  SIGNIN_URL_COM?: string | undefined;
};

const suffixes = ["CN", "COM"] as const;

/** Rules about several variables together. */
export function problemsOfCompany(checked: Checked): string[] {
  const problems: string[] = [];
  for (const suffix of suffixes) {
    const [id, secret] = [checked[`OIDC_CLIENT_ID_${suffix}`], checked[`OIDC_CLIENT_SECRET_${suffix}`]];
    const issuer = checked[`OIDC_ISSUER_${suffix}`];
    if (issuer && !id)
      problems.push(
        describeProblem(
          `OIDC_CLIENT_ID_${suffix}`,
          undefined,
          `设置了 OIDC_ISSUER_${suffix} 时必须给出在那里登记的客户端标识`,
        ),
      );
    if (!issuer && (id || secret))
      problems.push(
        describeProblem(
          `OIDC_ISSUER_${suffix}`,
          undefined,
          `设置了 OIDC_CLIENT_*_${suffix} 时必须给出签发者的地址`,
        ),
      );
    if (issuer && (checked.SIGNIN_URL_CN || checked.SIGNIN_URL_COM))
      problems.push(
        describeProblem(
          `OIDC_ISSUER_${suffix}`,
          issuer,
          "不能和 SIGNIN_URL_* 一起用：登录要么在另一个门户，要么经 OpenID Connect",
        ),
      );
  }
  const isOnly = checked.OIDC_SIGNIN === "only";
  if (isOnly && !checked.OIDC_ISSUER_CN && !checked.OIDC_ISSUER_COM)
    problems.push(describeProblem("OIDC_SIGNIN", "only", "没有 OIDC_ISSUER_* 时谁也不能登录"));
  return problems;
}

function clientOf(checked: Checked, suffix: (typeof suffixes)[number]): CompanyClient | undefined {
  const issuer = checked[`OIDC_ISSUER_${suffix}`];
  if (!issuer) return undefined;
  const clientSecret = checked[`OIDC_CLIENT_SECRET_${suffix}`];
  return { issuer, clientId: checked[`OIDC_CLIENT_ID_${suffix}`] ?? "", clientSecret };
}

/** The company's sign-in from the variables; undefined if no issuer is set. */
export function companySettings(checked: Checked): CompanySettings | undefined {
  const [cn, com] = [clientOf(checked, "CN"), clientOf(checked, "COM")];
  if (!cn && !com) return undefined;
  return {
    clients: { ...(cn ? { cn } : {}), ...(com ? { com } : {}) },
    name: checked.OIDC_NAME,
    only: checked.OIDC_SIGNIN === "only",
    endsProviderSession: checked.OIDC_LOGOUT === "1",
    scope: checked.OIDC_SCOPE,
    claims: readClaims(checked.OIDC_CLAIMS ?? "") ?? standardClaims,
  };
}
