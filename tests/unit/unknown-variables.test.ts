import { describe, expect, it } from "vitest";
import { environmentVariables } from "../../server/environment";
import { misspelt } from "../../server/unknown-variables";

const known = Object.keys(environmentVariables.shape);
const meantBy = (...names: string[]) => misspelt(names, known).map(({ meant }) => meant);

describe("names that look like a variable's", () => {
  it.each([
    ["SESION_SECRET", "SESSION_SECRET"],
    ["SESSION_SECRETS", "SESSION_SECRET"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASEURL", "DATABASE_URL"],
    ["Database_Url", "DATABASE_URL"],
    ["REGISTER_CONFGI", "REGISTER_CONFIG"],
    ["SIGNIN_URL_CM", "SIGNIN_URL_CN"],
    ["SMS_HOOK_TOKEN_FIEL", "SMS_HOOK_TOKEN_FILE"],
    ["TRUST_PROXI", "TRUST_PROXY"],
    ["port", "PORT"],
  ])("%s: %s was meant", (name, meant) => {
    expect(misspelt([name], known)).toEqual([{ name, meant }]);
  });

  it("are not those of the portal, with or without _FILE, nor those of other programs", () => {
    const files = ["SESSION_SECRET_FILE", "DATABASE_URL_FILE"];
    expect(meantBy(...known, ...files)).toEqual([]);
    const others = [
      "HOME",
      "HOSTNAME",
      "PATH",
      "POST",
      "SHELL",
      "USER",
      "LANG",
      "TERM",
      "PWD",
      "NODE_ENV",
      "NODE_OPTIONS",
    ];
    // Kubernetes sets these for a service of that name beside this one.
    const services = ["REDIS_PORT", "REDIS_SERVICE_HOST", "PORTAL_PORT_3000_TCP", "GATEWAY_SERVICE_PORT"];
    const npm = ["npm_config_port", "npm_lifecycle_event", "INIT_CWD", "MALLOC_ARENA_MAX"];
    expect(meantBy(...others, ...services, ...npm)).toEqual([]);
  });
});
