import { useActionData, useLoaderData } from "@remix-run/react";

/**
 * A page's data, with what the answer to its refused form brought anew: after 4xx Remix loads no data again,
 * and what the form has to send next would be used up or out of date (`fresh` of `screenAction`).
 */
export function useFresh<Loader>(): ReturnType<typeof useLoaderData<Loader>> {
  const loaded = useLoaderData<Loader>();
  const answer = useActionData<{ fresh?: object | null }>();
  return { ...loaded, ...answer?.fresh } as typeof loaded;
}
