import { createTheme, HeadlessMantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./inputs.module.css";

/**
 * Mantine's inputs dressed by our own classes: colours and sizes come from styles/tokens.css, and Mantine's sheets,
 * which know sizes and variants that we have not, stay out.
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

/** What Mantine's inputs read: it stands once in a screen that has some. */
export function FieldProvider({ children }: { children: ReactNode }) {
  return <HeadlessMantineProvider theme={theme}>{children}</HeadlessMantineProvider>;
}
