import { type Schema, type Schemas } from './schema.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Body {
  mediaType: string;
  schema: Schema;
  example?: Record<string, unknown>;
}

export interface OperationView {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBodies: Body[];
  responseBodies: (Body & { status: string })[];
  /** The headers of successful responses. */
  headers: { name: string; description: string }[];
  /** The capability that a model needs for this endpoint. */
  capability?: string;
  isPublic: boolean;
}

export interface GroupView {
  id: string;
  title: string;
  operations: OperationView[];
}

export interface ExplainedError {
  status: number;
  code: string;
  type: string;
  meaning: string;
  anthropic: { status: number; type: string };
  google: { status: number; code: string };
}

export interface Reference {
  version: string;
  address: string;
  schemas: Schemas;
  parts: { id: 'model' | 'admin'; title: string; groups: GroupView[] }[];
  errors: ExplainedError[];
  directives: { name: string; example: string; effect: string }[];
}

type Content = Record<string, { schema: Schema; example?: Record<string, unknown> }>;

interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>;
  security?: object[];
  'x-modelgate-capability'?: string;
}

/** The parts of `/openapi.json` that the reference shows. */
export interface ApiDocument {
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string }>;
  };
  'x-modelgate-errors': ExplainedError[];
  'x-modelgate-directives': Reference['directives'];
}

const isAdmin = ({ view }: { view: OperationView }): boolean => view.path.startsWith('/api/');

/** Converts the OpenAPI document to the structure of the reference pages. */
export function readReference(document: ApiDocument): Reference {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      view: readOperation(path, method, operation, document),
    })),
  );
  return {
    version: document.info.version,
    address: document.servers[0]?.url ?? '',
    schemas: document.components.schemas,
    parts: [
      {
        id: 'model',
        title: 'Model API',
        groups: toGroups(
          '',
          operations.filter((one) => !isAdmin(one)),
        ),
      },
      { id: 'admin', title: 'Admin API', groups: toGroups('admin-', operations.filter(isAdmin)) },
    ],
    errors: document['x-modelgate-errors'],
    directives: document['x-modelgate-directives'],
  };
}

function toGroups(prefix: string, operations: readonly { tag: string; view: OperationView }[]): GroupView[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => ({
    id: prefix + toSlug(toTitle(tag)),
    title: toTitle(tag),
    operations: operations.filter((one) => one.tag === tag).map(({ view }) => view),
  }));
}

function readOperation(
  path: string,
  method: string,
  operation: Operation,
  { components }: ApiDocument,
): OperationView {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  return {
    id: toSlug(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    parameters: (operation.parameters ?? []).flatMap((parameter) =>
      '$ref' in parameter ? (components.parameters[getName(parameter.$ref)] ?? []) : [parameter],
    ),
    requestBodies: readBodies(operation.requestBody?.content),
    responseBodies: successes.flatMap(([status, { content }]) =>
      readBodies(content).map((body) => ({ status, ...body })),
    ),
    headers: successes.flatMap(([, { headers = {} }]) =>
      Object.keys(headers).map((name) => ({
        name,
        description: components.headers[name]?.description ?? '',
      })),
    ),
    capability: operation['x-modelgate-capability'],
    isPublic: operation.security?.length === 0,
  };
}

function getName(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function readBodies(content: Content = {}): Body[] {
  return Object.entries(content).map(([mediaType, body]) => ({ mediaType, ...body }));
}

/** Tags of the admin API are class names: `AdminTokens` becomes "Admin tokens". */
function toTitle(tag: string): string {
  return tag.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
