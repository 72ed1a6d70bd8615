import { serversOf } from "gateway/database/addresses";
import { expect, it } from "vitest";

it.each<[string, string[], boolean]>([
  ["postgres://u:p@db:5432/portal", ["postgres://u:p@db:5432/portal"], false],
  ["postgresql://db/portal?sslmode=require", ["postgresql://db/portal?sslmode=require"], false],
  [
    "postgres://u:p@a,b:5433/portal?target_session_attrs=read-write&sslmode=require",
    ["postgres://u:p@a/portal?sslmode=require", "postgres://u:p@b:5433/portal?sslmode=require"],
    true,
  ],
  ["postgres://a,[::1]:5433/portal", ["postgres://a/portal", "postgres://[::1]:5433/portal"], true],
  ["postgres://a/portal?target_session_attrs=primary", ["postgres://a/portal"], true],
  ["postgres://a/portal?target_session_attrs=any", ["postgres://a/portal"], false],
  ["postgres:///portal?host=/run/postgresql", ["postgres:///portal?host=%2Frun%2Fpostgresql"], false],
  ["postgres://u:p@/portal?host=/tmp&port=5433", ["postgres://u:p@/portal?host=%2Ftmp&port=5433"], false],
  [
    "postgres:///portal?host=a,b&port=1,2",
    ["postgres:///portal?host=a&port=1", "postgres:///portal?host=b&port=2"],
    true,
  ],
])("%s names its servers", (address, urls, mustWrite) => {
  expect(serversOf(address)).toEqual({ urls, mustWrite });
});

it.each([
  "mysql://db/portal",
  "db/portal",
  "postgres:///portal",
  "postgres://",
  "postgres://a,,b/portal",
  "postgres://a:port/portal",
  "postgres:///portal?host=a,",
  "postgres://a,b/portal?target_session_attrs=standby",
])("%s is refused", (address) => {
  expect(serversOf(address)).toBeNull();
});
