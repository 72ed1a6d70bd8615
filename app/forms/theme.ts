import { createTheme } from "@mantine/core";

/**
 * Mantine's components in our system: colours come from styles/tokens.css, so the theme says only sizes and
 * habits.
 */
export const theme = createTheme({
  fontFamily: "var(--font)",
  defaultRadius: 6,
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
    NativeSelect: { defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] } },
  },
});
