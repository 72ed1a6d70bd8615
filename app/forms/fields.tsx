import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import { MantineProvider, NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { type FieldProps, problem, typed } from "./field-parts";
import { theme } from "./theme";

type Extra = {
  placeholder?: string;
  maxLength?: number;
  autoComplete?: string;
  readOnly?: boolean;
  inputMode?: "numeric";
};

/**
 * What Mantine's inputs read. It stands around each of them and not around the page: most pages have none,
 * and need not carry it.
 */
function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses
    >
      {children}
    </MantineProvider>
  );
}

export function TextField({ field, label, hint, ...extra }: FieldProps & Extra) {
  const { key, defaultValue, ...props } = getInputProps(field as FieldMetadata<string>, { type: "text" });
  return (
    <Themed>
      <TextInput
        key={key}
        {...props}
        {...extra}
        defaultValue={typed(defaultValue)}
        label={label}
        description={hint}
        error={problem(field.errors)}
      />
    </Themed>
  );
}

export function SelectField({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  const { key, defaultValue, ...props } = getSelectProps(field as FieldMetadata<string>);
  return (
    <Themed>
      <NativeSelect
        key={key}
        {...props}
        defaultValue={typed(defaultValue)}
        label={label}
        description={hint}
        error={problem(field.errors)}
      >
        {children}
      </NativeSelect>
    </Themed>
  );
}
