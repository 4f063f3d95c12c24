import { type OpenAPIObject } from '@nestjs/swagger';
import { type FieldRow, type Schema, Schemas } from './schema-fields.js';

export interface ReferenceView {
  version: string;
  address: string;
  parts: ReferencePart[];
}

export interface ReferencePart {
  id: string;
  title: string;
  groups: { id: string; title: string; operations: OperationView[] }[];
}

export interface OperationView {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: FieldRow[];
  takes: BodyView[];
  gives: (BodyView & { status: string })[];
}

export interface BodyView {
  mediaType: string;
  fields: FieldRow[];
}

interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

type Content = Record<string, { schema: Schema }>;

/** The document in the order in which people read it. */
export function viewReference({ info, servers, paths, components }: OpenAPIObject): ReferenceView {
  const schemas = new Schemas(components?.schemas ?? {});
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      view: viewOperation(path, method, operation, schemas),
    })),
  );
  return {
    version: info.version,
    address: servers?.[0]?.url ?? '',
    parts: [
      buildPart(
        'model-api',
        'Model API',
        operations.filter(({ view }) => !isOfAdminApi(view)),
      ),
      buildPart(
        'admin-api',
        'Admin API',
        operations.filter(({ view }) => isOfAdminApi(view)),
      ),
    ],
  };
}

function isOfAdminApi({ path }: OperationView): boolean {
  return path.startsWith('/api/');
}

function buildPart(
  id: string,
  title: string,
  operations: readonly { tag: string; view: OperationView }[],
): ReferencePart {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    id,
    title,
    groups: tags.map((tag) => ({
      id: `${id}-${toSlug(tag)}`,
      title: tag,
      operations: operations.filter((candidate) => candidate.tag === tag).map(({ view }) => view),
    })),
  };
}

function viewOperation(path: string, method: string, operation: Operation, schemas: Schemas): OperationView {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    id: toSlug(`${method} ${path}`),
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters: parameters.map(({ name, required = false, description: about, schema }) =>
      schemas.row(name, { ...schema, description: about }, required),
    ),
    takes: buildBodies(requestBody?.content, schemas),
    gives: successes.flatMap(([status, { content }]) =>
      buildBodies(content, schemas).map((body) => ({ status, ...body })),
    ),
  };
}

function buildBodies(content: Content | undefined, schemas: Schemas): BodyView[] {
  return Object.entries(content ?? {}).map(([mediaType, { schema }]) => ({
    mediaType,
    fields: schemas.getFields(schema),
  }));
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
