import { z } from "zod";
import { contract } from ".";
import type { GatewayAddress } from "./addresses/address";
import { gatewayAddresses } from "./addresses/all";
import { accessLevels } from "./base/access";
import { type Call, developerIdFlag, forwardsDeveloperId, isWrapped, wirePaths } from "./base/call";
import {
  clientId,
  clientIdHeader,
  csrfTokenHeader,
  developerIdHeader,
  forwardPrefix,
  gatewaySessionCookie,
  profileSuccessCode,
  rejectedCode,
  traceIdHeader,
  ucgFlag,
  ucgFlagHeader,
} from "./base/wire";
import { recentMinutes } from "./factors/constants";
import { refusals } from "./refusals";

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type JsonObject = { [key: string]: Json };

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, JsonObject>>;
  components: JsonObject;
}

const ref = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/**
 * A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 uses: the input form, because callers and upstreams may omit
 * fields with defaults.
 */
function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest as JsonObject;
}

const fileFields = ["file1", "file2", "file3", "file4"];

function withoutFields(schema: JsonObject, fields: readonly string[]): JsonObject {
  if (fields.length === 0) return schema;
  const { properties, required } = schema as { properties: JsonObject; required: string[] };
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !fields.includes(name))),
    required: required.filter((name) => !fields.includes(name)),
  };
}

/** The fields of a request that are sent in the body, before wrapping (spec 7.1). */
function payloadSchema(call: Call): JsonObject {
  const schema = withoutFields(jsonSchema(call.request), call.inQuery ?? []);
  if (call.body !== "file") return schema;
  const { file: _whole, ...properties } = (schema.properties ?? {}) as JsonObject;
  const parts = Object.fromEntries(
    fileFields.map((field) => [
      field,
      { type: "string", description: "A quarter of the file's base64 text." },
    ]),
  );
  return {
    type: "object",
    properties: { ...properties, ...parts, filename: { type: "string" } },
    required: [...fileFields, "filename"],
  };
}

/**
 * The envelope of a wrapped call: developerId, the names of forwarded headers, and the request (spec 7.1).
 */
function wrappedSchema(call: Call): JsonObject {
  return {
    type: "object",
    required: ["developerId", "headers", "requestBody"],
    properties: {
      developerId: { type: "string", const: developerIdFlag(call) },
      headers: {
        type: "array",
        items: { type: "string" },
        ...(forwardsDeveloperId(call) ? { const: [developerIdHeader] } : {}),
      },
      requestBody: payloadSchema(call),
    },
  };
}

function requestBody(call: Call): JsonObject {
  const type =
    !isWrapped(call) && call.body === "form" ? "application/x-www-form-urlencoded" : "application/json";
  return {
    required: true,
    content: { [type]: { schema: isWrapped(call) ? wrappedSchema(call) : payloadSchema(call) } },
  };
}

function queryParameters(call: Call): JsonObject[] {
  const schema = jsonSchema(call.request);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries((schema.properties ?? {}) as JsonObject).map(([name, property]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: property,
  }));
}

const commonParameters: Record<string, JsonObject> = {
  clientId: {
    name: clientIdHeader,
    in: "header",
    required: true,
    schema: { type: "string", const: clientId },
  },
  ucgFlag: { name: ucgFlagHeader, in: "header", required: true, schema: { type: "string", const: ucgFlag } },
  traceId: {
    name: traceIdHeader,
    in: "header",
    description: "One id for a whole page view.",
    schema: { type: "string", maxLength: 64 },
  },
};

/** `path`: the path of the operation; `actions`: the only values that this path accepts. */
function operation(name: string, call: Call, path: string, actions: string[]): JsonObject {
  const reads = call.method === "GET" && !isWrapped(call);
  const forVisitors = call.access === "visitor";
  const parameters = [
    ...Object.keys(commonParameters).map((key) => ref("parameters", key)),
    ...queryParameters(call).filter(({ name }) => reads || call.inQuery?.includes(String(name))),
  ];
  return {
    operationId: name,
    tags: [call.group],
    summary: call.summary,
    description: [
      `Access: ${call.access}${call.target ? " of the section of everything it acts on" : ""}.`,
      ...(call.limit
        ? [`Limited as ${call.limit}: TOO_FREQUENT with the seconds to wait when there were too many.`]
        : []),
      ...(call.recentSignIn
        ? [
            `${call.recentSignIn === true ? "Wants" : "Some requests want"} a sign-in of the last ${recentMinutes} minutes, or confirmIdentity: SIGN_IN_NOT_RECENT.`,
          ]
        : []),
      ...(isWrapped(call) ? [`Wrapped: ${call.method} ${path}, sent as POST with an envelope.`] : []),
      ...(actions.length > 0 ? [`Here ${call.also?.field} is ${actions.join(" or ")}.`] : []),
    ].join(" "),
    "x-access": call.access,
    "x-wrapped": isWrapped(call),
    ...(isWrapped(call) ? { "x-path": path } : {}),
    security: forVisitors ? [{}, { session: [] }] : [{ session: [], csrfToken: [] }],
    parameters,
    ...(reads ? {} : { requestBody: requestBody(call) }),
    responses: {
      "200": {
        description: "Success.",
        content: { "application/json": { schema: jsonSchema(call.response) } },
      },
      default: ref("responses", "Refusal"),
    },
  };
}

const textOf = (description: string): JsonObject => ({ description, schema: { type: "string" } });

/** What each standing of an address means to whoever writes another gateway. */
const standings: Record<GatewayAddress["standing"], string> = {
  needed: "The portal leads browsers here.",
  answered: "Only addresses that answers of calls contain lead here, so another gateway may have others.",
  own: "Only the gateway's own pages, mails or the machines around it lead here; another gateway need not have it.",
};

/** An address that is no call, as an operation. */
function addressOperation(address: GatewayAddress): JsonObject {
  const { id, group, summary, description, standing, who, query = {}, headers = {}, form, answers } = address;
  const inPath = [...address.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const parameters = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(query).map(([name, says]) => ({ name, in: "query", ...textOf(says) })),
    ...Object.entries(headers).map(([name, says]) => ({ name, in: "header", ...textOf(says) })),
  ];
  const properties = Object.fromEntries(
    Object.entries(form ?? {}).map(([name, says]) => [name, { type: "string", description: says }]),
  );
  return {
    operationId: id,
    tags: [group],
    summary,
    description: [...(description ? [description] : []), standings[standing]].join(" "),
    "x-standing": standing,
    "x-who": who,
    security: who === "session" ? [{ session: [] }] : [{}],
    parameters,
    ...(form
      ? {
          requestBody: {
            required: true,
            content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties } } },
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { says, type, headers: sent }]) => [
        status,
        {
          description: says,
          ...(sent
            ? {
                headers: Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, textOf(text)])),
              }
            : {}),
          ...(type ? { content: { [type]: { schema: { type: "string" } } } } : {}),
        },
      ]),
    ),
  };
}

const refusalCodes = Object.keys(refusals);

/**
 * The contract as an OpenAPI 3.1 document: every call with its access and, where wrapped, its envelope; and every
 * address that is no call.
 */
export function createOpenApi(version: string): OpenApiDocument {
  const calls: [string, Call][] = Object.entries(contract);
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, call] of calls) {
    const method = isWrapped(call) ? "post" : call.method.toLowerCase();
    for (const [at, wire] of wirePaths(call).entries()) {
      const path = isWrapped(call) ? wire.slice(forwardPrefix.length) : wire;
      const here = Object.entries(call.also?.paths ?? {}).filter(([, other]) => other === path);
      const actions = here.map(([action]) => action);
      // Each operation id in the document must be unique.
      const operationId = at === 0 ? name : [name, ...actions].join("_");
      paths[wire] = { ...paths[wire], [method]: operation(operationId, call, path, actions) };
    }
  }
  for (const address of gatewayAddresses)
    paths[address.path] = { ...paths[address.path], [address.method]: addressOperation(address) };
  const tags = new Set<string>([
    ...calls.map(([, call]) => call.group),
    ...gatewayAddresses.map(({ group }) => group),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Developer community gateway",
      version,
      description: [
        "Every call that the portal makes of its upstream gateway, and every address that is no call: pages, files, health (docs/gateway.md).",
        `Access levels: ${accessLevels.join(", ")}. A body with errcode "${rejectedCode}" in a 200 is a rejection.`,
        `Profile calls succeed with success true and code "${profileSuccessCode}".`,
      ].join("\n"),
    },
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: gatewaySessionCookie },
        csrfToken: { type: "apiKey", in: "header", name: csrfTokenHeader },
      },
      parameters: commonParameters,
      responses: {
        Refusal: {
          description:
            "The call is refused; `message` is for people, `fields` has messages by the request's field.",
          content: { "application/json": { schema: ref("schemas", "Refusal") } },
        },
      },
      schemas: {
        Refusal: {
          type: "object",
          required: ["errorCode", "message"],
          properties: {
            errorCode: { type: "string", enum: refusalCodes },
            message: { type: "string" },
            fields: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
            marks: {
              type: "object",
              description:
                "Spans of the submitted texts that the refusal is about, by field, in UTF-16 units.",
              additionalProperties: {
                type: "array",
                items: {
                  type: "object",
                  required: ["start", "end"],
                  properties: {
                    start: { type: "integer" },
                    end: { type: "integer" },
                    item: { type: "integer" },
                  },
                },
              },
            },
          },
        },
      },
    },
  };
}
