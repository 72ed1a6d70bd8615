/** For load balancers: the portal's process answers. */
export function loader(): Response {
  return Response.json({ ok: true }, { headers: { "cache-control": "no-store" } });
}
