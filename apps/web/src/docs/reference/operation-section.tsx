import { Anchor, Badge, Box, Code, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { usePlaygroundToken } from '../../playground/token-context.js';
import { type Capability, modelsFor } from '../../playground/token/playground-model.js';
import { Prose } from '../prose.js';
import { getExample } from './example-request.js';
import { Field, SchemaFields } from './field-list.js';
import { type Body, type OperationView, type Parameter } from './reference.js';
import { type Schemas } from './schema.js';
import { TryIt } from './try-it.js';
import { gatewayAddress } from '../../app/addresses.js';
import { CodeBlock } from '../../kit/code-block.js';
import { type ApiRequest } from '../../playground/call/api-request.js';
import { writeCurl } from '../../playground/view-code/write-curl.js';
import { writePython } from '../../playground/view-code/write-python.js';
import { writeTypeScript } from '../../playground/view-code/write-typescript.js';
import classes from './operation-section.module.css';

export interface OperationSectionProps {
  operation: OperationView;
  schemas: Schemas;
  isOfModelApi: boolean;
}

export function OperationSection({ operation, schemas, isOfModelApi }: OperationSectionProps) {
  const { id, method, path, summary, description, parameters, requestBodies, responseBodies, headers } =
    operation;
  const example = useExample(operation, isOfModelApi);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id} className={classes.operation}>
      <Title order={2} size="h4" id={id} tabIndex={-1}>
        {summary}
      </Title>
      <Group gap={8} my="xs" wrap="wrap">
        <Badge variant="light" color={method === 'GET' ? 'blue' : method === 'DELETE' ? 'red' : 'gate'}>
          {method}
        </Badge>
        <Code className={classes.path}>{path}</Code>
        <Anchor href={`${window.location.pathname}#${id}`} size="xs" aria-label={`Link to ${method} ${path}`}>
          Link
        </Anchor>
      </Group>
      {description === '' ? null : <Prose text={description} />}
      <Stack gap="md" mt="sm">
        {example === undefined ? null : <CodeExamples request={example} summary={summary} />}
        <Parameters
          title="Path parameters"
          parameters={parameters.filter((one) => one.in === 'path')}
          schemas={schemas}
        />
        <Parameters
          title="Query parameters"
          parameters={parameters.filter((one) => one.in === 'query')}
          schemas={schemas}
        />
        {requestBodies.map((body) => (
          <BodyFields
            key={body.mediaType}
            title={`Request · ${body.mediaType}`}
            body={body}
            schemas={schemas}
          />
        ))}
        {responseBodies.map((body) => (
          <BodyFields
            key={`${body.status} ${body.mediaType}`}
            title={`Response ${body.status} · ${body.mediaType}`}
            body={body}
            schemas={schemas}
          />
        ))}
        <Parameters
          title="Request headers"
          parameters={parameters.filter((one) => one.in === 'header')}
          schemas={schemas}
          isFolded
        />
        <ResponseHeaders headers={headers} />
        {example === undefined || !isOfModelApi ? null : <TryIt example={example} operation={operation} />}
      </Stack>
    </Paper>
  );
}

/** The example request, with a model of the current token if there is one. */
function useExample(operation: OperationView, isOfModelApi: boolean) {
  const { models = [] } = usePlaygroundToken();
  if (!isOfModelApi || operation.responseBodies.length === 0) return undefined;
  const [model] =
    operation.capability === undefined ? models : modelsFor(models, operation.capability as Capability);
  return getExample(operation, model?.id);
}

function BodyFields({ title, body, schemas }: { title: string; body: Body; schemas: Schemas }) {
  return (
    <Box component="details" className={classes.body} open={title.startsWith('Request')}>
      <summary>
        <Text span fw={600} size="sm">
          {title}
        </Text>
      </summary>
      <Box pt="xs">
        <SchemaFields schema={body.schema} schemas={schemas} />
      </Box>
    </Box>
  );
}

function Parameters({
  title,
  parameters,
  schemas,
  isFolded = false,
}: {
  title: string;
  parameters: readonly Parameter[];
  schemas: Schemas;
  isFolded?: boolean;
}) {
  if (parameters.length === 0) return null;
  return (
    <Box component="details" className={classes.body} open={!isFolded}>
      <summary>
        <Text span fw={600} size="sm">
          {title}
        </Text>
      </summary>
      <ul className={classes.plain}>
        {parameters.map(({ name, required = false, description, schema }) => (
          <Field
            key={name}
            name={name}
            isRequired={required}
            schema={{ ...schema, description }}
            schemas={schemas}
          />
        ))}
      </ul>
    </Box>
  );
}

function ResponseHeaders({ headers }: { headers: OperationView['headers'] }) {
  if (headers.length < 2) return null;
  return (
    <Box component="details" className={classes.body}>
      <summary>
        <Text span fw={600} size="sm">
          Response headers
        </Text>
      </summary>
      <ul className={classes.plain}>
        {headers.map(({ name, description }) => (
          <Field
            key={name}
            name={name}
            isRequired={false}
            schema={{ type: 'string', description }}
            schemas={{}}
          />
        ))}
      </ul>
    </Box>
  );
}

const LANGUAGES = [
  { id: 'curl', label: 'curl', write: writeCurl },
  { id: 'typescript', label: 'TypeScript', write: writeTypeScript },
  { id: 'python', label: 'Python', write: writePython },
] as const;

function CodeExamples({ request, summary }: { request: ApiRequest; summary: string }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={`Examples: ${summary}`}>
        {LANGUAGES.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map(({ id, label, write }) => (
        <Tabs.Panel key={id} value={id} pt="xs">
          <CodeBlock
            code={write(request, gatewayAddress)}
            label={`Example in ${label}`}
            copyLabel={`Copy the example in ${label}`}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
