import { z } from 'zod';
import type { Api, Endpoint } from './endpoint.ts';
import { Refusal } from './errors.ts';
import { neededRight } from './permission-words.ts';
import type { Access } from './permissions.ts';
import { documentedAs } from './values.ts';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document of these features from the schemas that check the requests. */
export function openApiDocument(apis: Record<string, Api>, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, api] of Object.entries(apis)) {
    for (const [name, endpoint] of Object.entries(api)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(feature, name, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'POS Admin',
      version,
      description:
        'The admin API and the register API of POS Admin. Amounts are integer cents, rates parts per million, days YYYY-MM-DD, instants ISO 8601 in UTC.',
    },
    paths,
    components: {
      schemas: { Refusal: toSchema(Refusal, 'output') },
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of an admin.',
        },
        device: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of a register, from pos/login.',
        },
      },
    },
  };
}

/** Describes who may make a call: "Public", "Edit Fairs", "A register". */
export function accessInWords(access: Access): string {
  switch (access.kind) {
    case 'public':
      return access.staff
        ? `Public; for unpublished content, ${neededRight(access.staff)}`
        : 'Public';
    case 'signed-in':
      return 'Any signed-in admin';
    case 'super':
      return 'SUPER_ADMIN';
    case 'device':
      return access.delivers ? 'A register' : 'A register that may sell';
    case 'rights':
      return neededRight(access);
  }
}

function operation(feature: string, name: string, endpoint: Endpoint): Json {
  const { access } = endpoint;
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    description: [endpoint.description, `Access: ${accessInWords(access)}.`]
      .filter(Boolean)
      .join('\n\n'),
    'x-access': access,
    security:
      access.kind === 'public'
        ? access.staff
          ? [{}, { admin: [] }]
          : []
        : [
            { [access.kind === 'device' ? 'device' : 'admin']: [] },
            ...(endpoint.ticketed ? [{}] : []),
          ],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint),
    responses: {
      200: {
        description: 'Done',
        content: {
          [endpoint.stream ? 'text/event-stream' : 'application/json']: {
            schema: toSchema(endpoint.response, 'output'),
          },
          ...(endpoint.file && {
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          }),
        },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

function requestBody(endpoint: Endpoint): Json {
  if (endpoint.upload) {
    const fields = endpoint.body ? toSchema(endpoint.body, 'input') : {};
    const properties = {
      ...(fields['properties'] as Json | undefined),
      file: { type: 'string', format: 'binary' },
    };
    const required = [...((fields['required'] as string[] | undefined) ?? []), 'file'];
    return {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } },
      },
    };
  }
  return endpoint.body
    ? {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
        },
      }
    : {};
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const other = documentedAs(zodSchema);
      if (other) Object.assign(jsonSchema, toSchema(other, io));
    },
  }) as Json;
  return json;
}
