import { Badge, Box, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Prose } from '../prose.js';
import classes from './field-list.module.css';
import {
  type Schema,
  type Schemas,
  describeType,
  getChoices,
  getInner,
  nameKind,
  resolve,
} from './schema.js';

/** The fields of an object, or of each object type of a union. */
export function SchemaFields({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const kinds = getInner(schema, schemas);
  if (kinds.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {describeType(schema, schemas)}
      </Text>
    );
  }
  const [only, ...others] = kinds;
  if (only !== undefined && others.length === 0) return <Fields schema={only} schemas={schemas} />;
  return kinds.map((kind, index) => (
    // The order of the types never changes, so the index is a stable key.
    <Inner
      key={index}
      title={nameKind(kind, schemas)}
      description={kind.description}
      schema={kind}
      schemas={schemas}
    />
  ));
}

function Fields({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const required = new Set(schema.required);
  return (
    <ul className={classes.fields}>
      {Object.entries(schema.properties ?? {}).map(([name, property]) => (
        <Field key={name} name={name} isRequired={required.has(name)} schema={property} schemas={schemas} />
      ))}
    </ul>
  );
}

export interface FieldProps {
  name: string;
  isRequired: boolean;
  schema: Schema;
  schemas: Schemas;
}

export function Field({ name, isRequired, schema, schemas }: FieldProps) {
  const inner = getInner(schema, schemas);
  const [first] = getChoices(schema, schemas);
  const description = resolve(schema, schemas).description ?? first?.description ?? '';
  return (
    <li className={classes.field}>
      <Group gap={8} wrap="wrap">
        <Code fw={600}>{name}</Code>
        <Text size="xs" c="dimmed" span className={classes.type}>
          {describeType(schema, schemas)}
        </Text>
        {isRequired ? (
          <Badge size="xs" variant="light" color="red">
            required
          </Badge>
        ) : null}
      </Group>
      {description === '' ? null : <Prose text={description} />}
      {inner.length === 0 ? null : (
        <Inner
          title={inner.length === 1 ? `Fields of ${name}` : `Types of ${name}`}
          schema={schema}
          schemas={schemas}
        />
      )}
    </li>
  );
}

/** Rendered only when it is open, because schemas can be recursive. */
function Inner({
  title,
  description,
  schema,
  schemas,
}: {
  title: string;
  description?: string;
  schema: Schema;
  schemas: Schemas;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.inner} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Text span size="sm" fw={500}>
          {title}
        </Text>
        {description === undefined ? null : (
          <Text span size="sm" c="dimmed" ml={8}>
            {description}
          </Text>
        )}
      </summary>
      {isOpen ? (
        <Box pl="sm" pt={4}>
          <SchemaFields schema={schema} schemas={schemas} />
        </Box>
      ) : null}
    </details>
  );
}
