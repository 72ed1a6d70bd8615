import { createTheme, HeadlessMantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./inputs.module.css";

/**
 * Styles Mantine's inputs by our own classes: colours and sizes come from styles/tokens.css. Mantine's style sheets
 * are not loaded, because they contain sizes and variants that we do not use.
 */
const theme = createTheme({
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      classNames: { label: styles.label, description: styles.hint, error: styles.message },
    },
    Input: { classNames: { input: styles.input } },
    Checkbox: {
      defaultProps: { icon: () => null },
      classNames: { body: styles.choice, input: styles.box, inner: styles.inner, description: styles.hint },
    },
    Radio: {
      defaultProps: { icon: () => null },
      classNames: { body: styles.choice, radio: styles.box, inner: styles.inner, description: styles.hint },
    },
  },
});

/** The context of Mantine's inputs; used once in a screen with such inputs. */
export function FieldProvider({ children }: { children: ReactNode }) {
  return <HeadlessMantineProvider theme={theme}>{children}</HeadlessMantineProvider>;
}
