import type { FormProps } from "@remix-run/react";
import { ScreenForm } from "../form/screen-form";
import { useScreenForm } from "../form/use-screen-form";

interface FilterFormProps extends Pick<FormProps, "action" | "className" | "children" | "aria-label"> {
  id: string;
  /** What the list is narrowed down by now. */
  values: Record<string, unknown>;
}

/** Narrows a list down by fields: an address, before JavaScript and after. */
export function FilterForm({ id, values, ...form }: FilterFormProps) {
  const filter = useScreenForm({ id, intent: [], defaultValue: values });
  return <ScreenForm of={filter} method="get" reloadDocument {...form} />;
}
