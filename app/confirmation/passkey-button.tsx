import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";

type Kind = "make" | "use";

/** Whether this browser has passkeys, and can convert their options from JSON. */
const isSupported = (kind: Kind): boolean => {
  const { PublicKeyCredential: passkeys } = window;
  const parse = kind === "make" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  return typeof passkeys === "function" && parse in passkeys;
};

/** The domain of the passkey that the options are for. */
function hostIn(options: string): string {
  const { rp, rpId } = JSON.parse(options) as { rp?: { id: string }; rpId?: string };
  return rpId ?? rp?.id ?? "";
}

/** Whether the browser is at this domain: it refuses passkeys of another one. */
const isAt = (host: string): boolean =>
  window.location.hostname === host || window.location.hostname.endsWith(`.${host}`);

/** Makes the browser ask the person. Returns its answer as JSON. Throws if there is none. */
async function answerOf(kind: Kind, options: string): Promise<string> {
  const { credentials } = navigator;
  const json = JSON.parse(options);
  const credential =
    kind === "make"
      ? await credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
      : await credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("no passkey");
  return JSON.stringify(credential.toJSON());
}

interface Props {
  kind: Kind;
  /** The options from the gateway, as JSON. */
  options: string;
  /** The name of the field for the browser's answer. */
  name: string;
  intent: string;
  primary?: boolean;
  children: ReactNode;
}

/** A submit button that makes or uses a passkey first. Without JavaScript there is no button: passkeys need it. */
export function PasskeyButton({ kind, options, name, intent, primary = false, children }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [failed, setFailed] = useState(false);
  const hydrated = useHydrated();
  const supported = hydrated ? isSupported(kind) : true;
  const host = hostIn(options);
  const isElsewhere = hydrated && !isAt(host);

  async function press(event: MouseEvent<HTMLButtonElement>): Promise<void> {
    const button = event.currentTarget;
    const input = field.current;
    if (input?.value !== "") return;
    event.preventDefault();
    setFailed(false);
    try {
      input.value = await answerOf(kind, options);
      button.form?.requestSubmit(button);
    } catch {
      setFailed(true);
    }
  }

  return (
    <>
      {/* New options come with an empty field: the gateway would refuse the answer to the old ones again. */}
      <input key={options} ref={field} type="hidden" name={name} />
      {isElsewhere ? (
        <p>通行密钥只能在 {host} 上使用，请用那里的地址打开。</p>
      ) : supported ? (
        <button
          type="submit"
          className="button needs-script"
          {...(primary ? { "data-primary": true } : {})}
          name="intent"
          value={intent}
          onClick={press}
        >
          {children}
        </button>
      ) : (
        <p>这个浏览器不支持通行密钥。</p>
      )}
      <p className="needs-no-script">通行密钥需要 JavaScript。</p>
      {failed ? <p role="alert">没有完成，可以再试一次。</p> : null}
    </>
  );
}
