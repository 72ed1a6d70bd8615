import type { FormProps } from "@remix-run/react";
import { ScreenForm } from "../form/screen-form";
import { useScreenForm } from "../form/use-screen-form";

interface FilterFormProps extends Pick<FormProps, "action" | "className" | "children" | "aria-label"> {
  id: string;
  /** The current values of the filter. */
  values: Record<string, unknown>;
}

/** A filter form: it opens an address with its fields as query, with and without JavaScript. */
export function FilterForm({ id, values, ...form }: FilterFormProps) {
  const filter = useScreenForm({ id, intent: [], defaultValue: values });
  return <ScreenForm of={filter} method="get" reloadDocument {...form} />;
}
