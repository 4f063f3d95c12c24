import { type OpenAPIObject } from '@nestjs/swagger';

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

/** A JSON Schema, as far as the reference shows it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string | undefined;
  enum?: (string | number | null)[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface FieldRow {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

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

/** Turns schemas into rows of a table: fields of inner objects follow, under their paths. */
class Schemas {
  constructor(private readonly named: Readonly<Record<string, Schema>>) {}

  getFields(schema: Schema, place = ''): FieldRow[] {
    const { properties = {}, required = [] } = this.resolve(schema);
    return Object.entries(properties).flatMap(([name, property]) => {
      const path = `${place}${name}`;
      const inner = this.resolve(property);
      const isList = inner.items !== undefined;
      return [
        this.row(path, property, required.includes(name)),
        ...this.getFields(inner.items ?? inner, `${path}${isList ? '[]' : ''}.`),
      ];
    });
  }

  row(name: string, schema: Schema, isRequired: boolean): FieldRow {
    return { name, type: this.getType(schema), isRequired, description: schema.description ?? '' };
  }

  private getType(schema: Schema): string {
    const { type, format, enum: values, items, minimum, maximum } = this.resolve(schema);
    if (items !== undefined) return `list of ${this.getType(items)}`;
    if (values !== undefined) return values.filter((value) => value !== null).join(' | ');
    const name = [type].flat().find((candidate) => candidate !== 'null') ?? 'object';
    const bounds = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
    return `${format ?? name}${bounds}${this.isNullable(schema) ? ' or null' : ''}`;
  }

  private isNullable(schema: Schema): boolean {
    const isNull = ({ type }: Schema): boolean => [type].flat().includes('null');
    return isNull(schema) || (schema.anyOf ?? []).some(isNull);
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return this.named[name] ?? {};
    const alternative = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].find(
      ({ type }) => type !== 'null',
    );
    return alternative === undefined ? schema : this.resolve(alternative);
  }
}
