import type { Context } from "hono";
import * as oidc from "openid-client";
import { accountOfCompany, noteCompanyUse } from "../../company/accounts";
import { type CompanyPerson, readPerson } from "../../company/person";
import { failureCode, isAway, logFailure, type Provider } from "../../company/providers";
import type { Trip } from "../../company/sign-in";
import { forgetArrival, keepArrival } from "../company-cookies";
import { enter, leave } from "../enter";
import { FormProblem } from "../problem";
import { companyAccountPath } from "../views/paths";
import type { SignInPortal } from "../visit";
import { answerAway, answerNotice, answerStale } from "./answers";
import { openCompanyVisit } from "./begin";
import { type CompanyVisit, takeTrip } from "./trips";

/** The claims from the provider's user info endpoint. None if it has no such endpoint, or if the request fails. */
async function moreClaims(
  provider: Provider,
  configuration: oidc.Configuration,
  token: string,
  subject: string,
) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  try {
    return await oidc.fetchUserInfo(configuration, token, subject);
  } catch (error) {
    logFailure(provider, "没有给出个人信息", error);
    return {};
  }
}

/**
 * Exchanges the code for tokens, and checks state, issuer, signature, audience, time and nonce. The redirect address is
 * the one that the provider was given; only the query comes from the request, whose host a proxy may have changed.
 */
async function readArrival(visit: CompanyVisit, provider: Provider, trip: Trip): Promise<CompanyPerson> {
  const configuration = await provider.configuration();
  const address = new URL(trip.redirectUri);
  address.search = new URL(visit.context.req.url).search;
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: trip.state,
    expectedNonce: trip.nonce,
    pkceCodeVerifier: trip.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new oidc.ClientError("no ID token");
  const more = await moreClaims(provider, configuration, tokens.access_token, claims.sub);
  const sid = typeof claims.sid === "string" ? claims.sid : "";
  const who = { issuer: claims.iss, subject: claims.sub, sid };
  return readPerson({ ...claims, ...more }, who, visit.company.settings.claims);
}

function explain(visit: CompanyVisit, provider: Provider, trip: Trip, error: unknown) {
  const { redirect } = trip;
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied")
    return answerNotice(visit, {
      status: 403,
      title: "没有登录",
      text: "你在公司的登录页上取消了，或者那里没有允许你的账号进入本站。",
      redirect,
    });
  if (isAway(error) || isBusy(error)) {
    logFailure(provider, "没有回答", error);
    return answerAway(visit, redirect);
  }
  logFailure(provider, "登录没有通过核对", error);
  if (error instanceof oidc.ResponseBodyError) return answerStale(visit, redirect);
  return answerNotice(visit, {
    status: 400,
    title: "登录没有通过核对",
    text: "公司的登录服务发来的内容核对不上，为安全起见没有登录。请重新登录；还是不行，请联系我们。",
    redirect,
  });
}

const isBusy = (error: unknown) =>
  error instanceof oidc.AuthorizationResponseError &&
  ["server_error", "temporarily_unavailable"].includes(failureCode(error));

/** Answers a signed-in person who wants to link a company account that is already linked with an account. */
async function answerLinked(visit: CompanyVisit, trip: Trip, accountId: number) {
  if (accountId === trip.linkTo) return leave(visit, trip.redirect);
  const { name } = visit.company.settings;
  return answerNotice(visit, {
    status: 409,
    title: "没有关联",
    text: `这个${name}已经关联了本站的另一个账号。要改到现在的账号，请先用它登录那个账号，在“账号信息”里解除关联。`,
    redirect: trip.redirect,
  });
}

/** GET: the browser comes back from the provider, with a code or an error. */
export async function finishCompanySignIn(context: Context, portal: SignInPortal): Promise<Response> {
  const visit = openCompanyVisit(context, portal);
  const { services } = portal;
  const trip = await takeTrip(visit, context.req.query("state") ?? "");
  if (!trip) return answerStale(visit, "/");
  const { provider } = visit.company.providers.forHost(new URL(trip.redirectUri).hostname);
  let person: CompanyPerson;
  try {
    person = await readArrival(visit, provider, trip);
  } catch (error) {
    return explain(visit, provider, trip, error);
  }
  await services.limits.giveBack("companySignIn", visit.network);
  const known = await accountOfCompany(services.database, person);
  if (!known) {
    keepArrival(visit, { person, redirect: trip.redirect });
    return leave(visit, companyAccountPath);
  }
  const { companyAccountId, account } = known;
  await noteCompanyUse(services.database, companyAccountId, person.label, services.now());
  if (trip.linkTo !== null) return answerLinked(visit, trip, account.id);
  forgetArrival(visit);
  const companyProof = { companyAccountId, sid: person.sid };
  return enterOr(Object.assign(visit, { redirect: trip.redirect, companyProof }), account);
}

/** Like `enter`, but with an own page if the account was closed, or its password changed, at the same moment. */
async function enterOr(visit: CompanyVisit, account: Parameters<typeof enter>[1]) {
  try {
    return await enter(visit, account);
  } catch (error) {
    if (error instanceof FormProblem) return answerStale(visit, visit.redirect);
    throw error;
  }
}
