import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const digest = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

/** The flags of an authenticator's answer: a person was present, and the answer has a new key. */
const [present, attested] = [0x01, 0x40];

/** An authenticator in software. It has one key (ES256), and gives answers in the form of a browser. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(16));
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly coseKey: Uint8Array;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.privateKey = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const bytes = (part: string) => new Uint8Array(Buffer.from(part, "base64url"));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    this.coseKey = isoCBOR.encode(key);
  }

  private clientData(type: "create" | "get", challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  }

  private authenticatorData(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([digest(host), Buffer.from([flags]), counter]);
  }

  private answer(response: object): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }

  /** A browser's answer to the options for a new passkey. */
  create(options: string, origin: string): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
    const length = Buffer.alloc(2);
    const id = Buffer.from(this.id, "base64url");
    length.writeUInt16BE(id.length);
    const head = this.authenticatorData(rp.id, present | attested);
    const authData = new Uint8Array(Buffer.concat([head, Buffer.alloc(16), length, id, this.coseKey]));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.answer({
      clientDataJSON: base64url(this.clientData("create", challenge, origin)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ["internal"],
    });
  }

  /** A browser's answer to the options for using the passkey. */
  get(options: string, origin: string): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.counter += 1;
    const clientData = this.clientData("get", challenge, origin);
    const authData = this.authenticatorData(rpId, present);
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, digest(clientData)]))
      .sign(this.privateKey);
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }
}
