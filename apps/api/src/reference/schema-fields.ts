/** A JSON Schema, as far as the reference shows it. */
export interface Schema {
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

/** Turns schemas into rows of a table: fields of inner objects follow, under their paths. */
export class Schemas {
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
