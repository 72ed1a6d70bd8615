import { expect, it, vi } from "vitest";
import { handleError } from "../../app/entry.server";

it("logs failures, and not invalid requests", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const request = new Request("http://forum.test/forum/all", { method: "POST" });
  const routeError = (status: number) => ({ status, statusText: "", internal: true, data: "" });
  for (const status of [400, 404, 405]) handleError(routeError(status), { request });
  expect(logged).not.toHaveBeenCalled();
  handleError(routeError(500), { request });
  handleError(new Error("broken"), { request });
  expect(logged).toHaveBeenCalledTimes(2);
});
