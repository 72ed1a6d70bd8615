import type { Submission } from "@conform-to/react";
import {
  type ComponentType,
  type FormEvent,
  type MutableRefObject,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { focusFirstWrong } from "../focus-first-wrong";
import { useFormAnswer } from "../form-answer";
import { type FormFailure, failureOf } from "../result";
import type { FrameState } from "./form-frame";
import type { ControlField } from "./text-area-control";

type Errors = Record<string, string[] | null>;

export interface ChecksProps {
  id: string;
  defaultValue: Record<string, unknown> | undefined;
  failure: FormFailure | undefined;
  validate(form: FormData): Submission<unknown, string[]>;
  onErrors(errors: Errors): void;
  /** Receives the function that checks the form when it is submitted. */
  check: MutableRefObject<((event: FormEvent<HTMLFormElement>) => void) | undefined>;
}

/** A form whose checks load late, for `LateForm`. */
export interface LateFormState extends FrameState {
  id: string;
  errorId: string;
  errors: string[] | undefined;
  /** A field for its control. */
  field(name: string): ControlField;
  check(event: FormEvent<HTMLFormElement>): void;
  /** Checks the form once its code is there; it shows nothing. */
  checking: ReactNode;
}

type Schema = Pick<ChecksProps, "validate">;
type Loaded = Schema & { FormChecks: ComponentType<ChecksProps> };

interface Options {
  id: string;
  intent: string;
  defaultValue?: Record<string, unknown>;
  loadValidate(): Promise<Schema>;
}

/**
 * The hook for the form of a page that most people only read. It shows the server's answer as `useScreenForm` does, but
 * Conform and the schema load only when somebody goes into the form. Until then the server alone checks it.
 */
export function useLateForm({ id, intent, defaultValue, loadValidate }: Options): LateFormState {
  const failure = failureOf(useFormAnswer(), intent);
  // As in Conform: a later answer does not change what the fields began with.
  const [initialValue] = useState(failure?.result.initialValue ?? defaultValue);
  const [loaded, setLoaded] = useState<Loaded>();
  const [checked, setChecked] = useState<Errors>();
  const isLoading = useRef(false);
  const check = useRef<(event: FormEvent<HTMLFormElement>) => void>();
  const errors = checked ?? failure?.result.error ?? {};
  const errorId = `${id}-error`;
  const onFocus = () => {
    if (isLoading.current) return;
    isLoading.current = true;
    const checks = import("./form-checks").then(({ FormChecks }) => FormChecks);
    Promise.all([checks, loadValidate()]).then(
      ([FormChecks, { validate }]) => setLoaded({ FormChecks, validate }),
      // Without this code the server still checks everything; the next focus tries again.
      () => {
        isLoading.current = false;
      },
    );
  };
  const form = () => document.getElementById(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody may be in the form before this code runs
  useEffect(() => {
    if (form()?.contains(document.activeElement)) onFocus();
  }, []);
  const answered = useRef(failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Conform does this for the forms that begin with it
  useEffect(() => {
    if (failure === answered.current) return;
    answered.current = failure;
    const element = form();
    if (failure && element && !check.current) focusFirstWrong(element);
  }, [failure]);
  return {
    id,
    errorId,
    errors: errors[""] ?? undefined,
    failure,
    onFocus,
    checks: (pressed) => pressed === undefined || pressed === intent,
    check: (event) => check.current?.(event),
    field: (name) => ({
      id: `${id}-${name}`,
      name,
      formId: id,
      initialValue: initialValue?.[name],
      errors: errors[name] ?? undefined,
    }),
    checking: loaded ? (
      <loaded.FormChecks
        id={id}
        defaultValue={defaultValue}
        failure={failure}
        validate={loaded.validate}
        onErrors={setChecked}
        check={check}
      />
    ) : null,
  };
}
