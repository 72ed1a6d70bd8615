import { passwordMax } from "contract/account/identity";
import { useState } from "react";
import { ContactField } from "./code-fields";
import styles from "./verification.module.css";

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
}

/**
 * A password field with a button that shows the password. Every new page has it empty; with JavaScript the page and
 * its password stay.
 */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <ContactField
      {...field}
      label={label}
      type={isShown ? "text" : "password"}
      maxLength={passwordMax}
      inputMode="text"
      startsEmpty
      beside={
        <button
          type="button"
          className={`button needs-script ${styles.show}`}
          aria-pressed={isShown}
          aria-label={`显示${label}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? "隐藏" : "显示"}
        </button>
      }
    />
  );
}
