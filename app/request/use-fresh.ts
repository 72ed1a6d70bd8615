import { useActionData, useLoaderData } from "@remix-run/react";

/**
 * A page's data, updated by the answer to its refused form. After a 4xx Remix loads no data again, so values that the
 * form must send could be used up or outdated (`fresh` of `screenAction`).
 */
export function useFresh<Loader>(): ReturnType<typeof useLoaderData<Loader>> {
  const loaded = useLoaderData<Loader>();
  const answer = useActionData<{ fresh?: object | null }>();
  return { ...loaded, ...answer?.fresh } as typeof loaded;
}
