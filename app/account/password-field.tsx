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
 * A password, with a button that shows what was typed. It starts empty each time: what stands in
 * the field stays there where scripts run, and is asked for once more where none do.
 */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <ContactField
      {...field}
      label={label}
      type={shown ? "text" : "password"}
      maxLength={passwordMax}
      inputMode="text"
      startsEmpty
      beside={
        <button
          type="button"
          className={`button needs-script ${styles.show}`}
          aria-pressed={shown}
          aria-label={`显示${label}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? "隐藏" : "显示"}
        </button>
      }
    />
  );
}
