import { deflateSync } from "node:zlib";

/** The numbered objects of a PDF. */
export class Objects {
  readonly #bodies: Buffer[] = [];

  reserve(): number {
    return this.#bodies.push(Buffer.alloc(0));
  }

  set(id: number, body: string | Buffer): void {
    this.#bodies[id - 1] = Buffer.from(body);
  }

  add(body: string | Buffer): number {
    const id = this.reserve();
    this.set(id, body);
    return id;
  }

  stream(bytes: Uint8Array, more = ""): number {
    const packed = deflateSync(bytes);
    const head = `<</Length ${packed.byteLength}/Filter/FlateDecode${more}>>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]));
  }

  file(catalog: number, info: number): Buffer {
    const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1")];
    const places: number[] = [];
    let at = parts[0]?.byteLength ?? 0;
    for (const [index, body] of this.#bodies.entries()) {
      places.push(at);
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
      parts.push(part);
      at += part.byteLength;
    }
    const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    const size = places.length + 1;
    parts.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}
