declare module "@adobe/structured-data-validator" {
  export default class Validator {
    /** @param schema schema.org's vocabulary as JSON-LD. */
    constructor(schema: object);
    validate(extracted: object): Promise<{ severity: string; issueMessage: string; path: object[] }[]>;
  }
}
